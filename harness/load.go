package harness

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"rowproof/oracle"
)

// ErrNoReceipts marks a folder in which no receipt file was found.
var ErrNoReceipts = errors.New("no receipt file here")

// ErrNotRegular marks a pipe or device in a folder of receipts: reading it might
// never end.
var ErrNotRegular = errors.New("not a regular file")

// Load reads receipt files. A path that is a file must be a receipt; in a folder,
// every *.jsonl file at any depth that has a receipt header is read, in lexical
// order, and it is an error if there is none. Errors about the contents are
// *oracle.FormatError; nothing is returned beside an error.
func Load(paths ...string) ([]*oracle.File, error) {
	var files []*oracle.File
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			found, err := LoadFS(os.DirFS(p), filepath.ToSlash(filepath.Clean(p)))
			if err != nil {
				return nil, err
			}
			files = append(files, found...)
			continue
		}
		f, err := loadFile(p)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, distinct(files)
}

// distinct refuses a case that is there twice: it would count twice.
func distinct(files []*oracle.File) error {
	seen := map[string]*oracle.Case{}
	for _, f := range files {
		for _, c := range f.Cases {
			if other, ok := seen[c.ID]; ok {
				return &oracle.FormatError{File: c.File, Line: c.Line, Case: c.ID, Err: fmt.Errorf("%w: the case is also in %s:%d", oracle.ErrFormat, other.File, other.Line)}
			}
			seen[c.ID] = c
		}
	}
	return nil
}

// LoadFS is Load for the root of a file system. Files are named name/path in errors
// and verdicts.
func LoadFS(fsys fs.FS, name string) ([]*oracle.File, error) {
	var files []*oracle.File
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(p) != ".jsonl" {
			return err
		}
		if !d.Type().IsRegular() && d.Type()&fs.ModeSymlink == 0 {
			return fmt.Errorf("%s: %w", path.Join(name, p), ErrNotRegular)
		}
		f, err := loadIfReceipt(fsys, p, path.Join(name, p))
		if f != nil {
			files = append(files, f)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: %w", name, ErrNoReceipts)
	}
	if err != nil {
		return nil, err
	}
	return files, nil
}

func loadFile(p string) (*oracle.File, error) {
	file, err := os.Open(p)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return oracle.Read(file, p)
}

func loadIfReceipt(fsys fs.FS, p, name string) (*oracle.File, error) {
	other, err := isOtherJSONL(fsys, p)
	if err != nil || other {
		return nil, err
	}
	file, err := fsys.Open(p)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return oracle.Read(file, name)
}

// headerLimit is far above the size of any header.
const headerLimit = 1 << 20

// isOtherJSONL reports whether a file starts with a JSON object that is no receipt
// header and no case: some other file in the folder. Anything else, emptiness and
// garbage included, is left to the reader to refuse: a damaged receipt must not vanish from
// a run.
func isOtherJSONL(fsys fs.FS, p string) (bool, error) {
	file, err := fsys.Open(p)
	if err != nil {
		return false, err
	}
	defer file.Close()
	var first map[string]json.RawMessage
	if json.NewDecoder(io.LimitReader(file, headerLimit)).Decode(&first) != nil || first == nil {
		return false, nil
	}
	for _, own := range []string{"header", "schema", "in", "out"} {
		if _, ok := first[own]; ok {
			return false, nil
		}
	}
	return true, nil
}
