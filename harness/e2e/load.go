package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"rowproof/harness"
	"rowproof/oracle/e2e"
)

// Load reads receipt files of whole generations. A path that is a file must be one; in
// a folder, every *.jsonl file at any depth that begins with a meta line is read, in
// lexical order, and it is an error if there is none to replay. Files in a folder that
// document the oracle's behaviour are skipped and named in informative; such a file
// that was asked for by name is an error (e2e.ErrInformative). Errors about the
// contents are *oracle.FormatError.
func Load(paths ...string) (files []*e2e.File, informative []string, err error) {
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, nil, err
		}
		if !info.IsDir() {
			f, err := loadFile(os.DirFS(filepath.Dir(p)), filepath.Base(p), p)
			if err != nil {
				return nil, nil, err
			}
			files = append(files, f)
			continue
		}
		found, skipped, err := LoadFS(os.DirFS(p), filepath.ToSlash(filepath.Clean(p)))
		if err != nil {
			return nil, nil, err
		}
		files, informative = append(files, found...), append(informative, skipped...)
	}
	return files, informative, distinct(files)
}

// LoadFS is Load for the root of a file system. Files are named name/path.
func LoadFS(fsys fs.FS, name string) (files []*e2e.File, informative []string, err error) {
	err = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(p) != ".jsonl" {
			return err
		}
		full := path.Join(name, p)
		if !d.Type().IsRegular() && d.Type()&fs.ModeSymlink == 0 {
			return fmt.Errorf("%s: %w", full, harness.ErrNotRegular)
		}
		other, err := isOther(fsys, p)
		if err != nil || other {
			return err
		}
		f, err := loadFile(fsys, p, full)
		switch {
		case errors.Is(err, e2e.ErrInformative):
			informative = append(informative, full)
		case err != nil:
			return err
		default:
			files = append(files, f)
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: %w", name, harness.ErrNoReceipts)
	}
	if err != nil {
		return nil, nil, err
	}
	return files, informative, nil
}

func loadFile(fsys fs.FS, p, name string) (*e2e.File, error) {
	file, err := fsys.Open(p)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return e2e.Read(file, name)
}

// metaLimit is far above the size of any meta line.
const metaLimit = 1 << 20

// isOther reports whether a file begins with a JSON object that is of another format.
// Anything else is left to the reader to refuse: a damaged receipt must not vanish
// from a run.
func isOther(fsys fs.FS, p string) (bool, error) {
	file, err := fsys.Open(p)
	if err != nil {
		return false, err
	}
	defer file.Close()
	var first map[string]json.RawMessage
	if json.NewDecoder(io.LimitReader(file, metaLimit)).Decode(&first) != nil || first == nil {
		return false, nil
	}
	for _, own := range []string{"prompts", "model_sha", "params", "first_bad"} {
		if _, ok := first[own]; ok {
			return false, nil
		}
	}
	return true, nil
}

// distinct refuses a file that is there twice: its records would count twice.
func distinct(files []*e2e.File) error {
	seen := map[string]bool{}
	for _, f := range files {
		if seen[f.Name] {
			return fmt.Errorf("%s is named twice", f.Name)
		}
		seen[f.Name] = true
	}
	return nil
}
