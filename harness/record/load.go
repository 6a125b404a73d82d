package record

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rowproof/harness"
	"rowproof/oracle"
)

// Load reads what can be asked: files of inputs and receipt files, told apart by
// their headers. A folder stands for all *.jsonl files in it and below that have a
// header. Errors about the contents are *oracle.FormatError.
func Load(paths ...string) ([]*oracle.File, error) {
	var files []*oracle.File
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			f, err := loadFile(p)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
			continue
		}
		found, err := loadDir(p)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func loadDir(dir string) ([]*oracle.File, error) {
	var files []*oracle.File
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".jsonl" {
			return err
		}
		if said, err := headerOf(p); err != nil || said.other {
			return err
		}
		f, err := loadFile(p)
		files = append(files, f)
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: %w", dir, harness.ErrNoReceipts)
	}
	if err != nil {
		return nil, err
	}
	return files, nil
}

func loadFile(p string) (*oracle.File, error) {
	said, err := headerOf(p)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(p)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if said.schema == oracle.SchemaInputs {
		return oracle.ReadInputs(f, p)
	}
	return oracle.Read(f, p)
}

// first is what the first line of a file says; other: it is a JSON object without
// a header, so some other file. What is no JSON at all is left to the reader to
// refuse.
type first struct {
	schema string
	other  bool
}

func headerOf(p string) (first, error) {
	f, err := os.Open(p)
	if err != nil {
		return first{}, err
	}
	defer f.Close()
	var object map[string]json.RawMessage
	if json.NewDecoder(bufio.NewReader(f)).Decode(&object) != nil || object == nil {
		return first{}, nil
	}
	_, header := object["header"]
	var schema string
	if json.Unmarshal(object["schema"], &schema) != nil {
		schema = ""
	}
	return first{schema: schema, other: !header}, nil
}
