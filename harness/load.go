package harness

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"rowproof/harness/internal/walk"
	"rowproof/internal/regular"
	"rowproof/oracle"
)

// ErrNoReceipts marks a folder in which no receipt file was found.
var ErrNoReceipts = errors.New("no receipt file here")

// ErrNotRegular marks a pipe or device in a folder of receipts: reading it might
// never end.
var ErrNotRegular = regular.ErrFile

// Load reads receipt files. A path that is a file must be a receipt; in a folder,
// every *.jsonl file at any depth that has a receipt header is read, in lexical
// order, and it is an error if there is none. Errors about the contents are
// *oracle.FormatError; nothing is returned beside an error.
func Load(paths ...string) ([]*oracle.File, error) {
	var files []*oracle.File
	err := walk.Paths(paths, func(path string) error {
		f, err := loadFile(path)
		files = append(files, f)
		return err
	}, func(fsys fs.FS, name string) error {
		found, err := LoadFS(fsys, name)
		files = append(files, found...)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := distinct(files); err != nil {
		return nil, err
	}
	return files, nil
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

// ownFields: a file whose first line has none of these is some other file in the folder.
var ownFields = []string{"header", "schema", "in", "out"}

// LoadFS is Load for the root of a file system. Files are named name/path in errors
// and verdicts.
func LoadFS(fsys fs.FS, name string) ([]*oracle.File, error) {
	var files []*oracle.File
	err := walk.Files(fsys, name, ownFields, func(r io.Reader, name string) error {
		f, err := oracle.Read(r, name)
		files = append(files, f)
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
