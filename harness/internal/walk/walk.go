// Package walk finds receipt files in folders.
package walk

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"rowproof/internal/regular"
)

// firstLimit is far above the size of any first line.
const firstLimit = 1 << 20

// Paths hands each path that is a folder to folder, with its name, and others to file.
func Paths(paths []string, file func(path string) error, folder func(fsys fs.FS, name string) error) error {
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return err
		}
		if info.IsDir() {
			err = folder(os.DirFS(p), filepath.ToSlash(filepath.Clean(p)))
		} else {
			err = file(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Files opens every *.jsonl file at any depth, in lexical order, and has it read under
// the name name/path; what is no regular file is a regular.ErrFile. A file that begins with a JSON object without any of the own
// fields is of another format and passed over. Whatever else it begins with, nothing
// included, is left to read: a damaged receipt must not vanish from a run.
func Files(fsys fs.FS, name string, own []string, read func(r io.Reader, name string) error) error {
	return fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(p) != ".jsonl" {
			return err
		}
		full := path.Join(name, p)
		info, err := fs.Stat(fsys, p) // of what a link leads to
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: %w", full, regular.ErrFile)
		}
		return open(fsys, p, func(first io.Reader) error {
			if isOther(first, own) {
				return nil
			}
			return open(fsys, p, func(r io.Reader) error { return read(r, full) })
		})
	})
}

func open(fsys fs.FS, p string, do func(r io.Reader) error) error {
	file, err := fsys.Open(p)
	if err != nil {
		return err
	}
	defer file.Close()
	return do(file)
}

func isOther(r io.Reader, own []string) bool {
	var first map[string]json.RawMessage
	if json.NewDecoder(io.LimitReader(r, firstLimit)).Decode(&first) != nil || first == nil {
		return false
	}
	for _, name := range own {
		if _, ok := first[name]; ok {
			return false
		}
	}
	return true
}
