package e2e

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"rowproof/harness"
	"rowproof/harness/internal/walk"
	"rowproof/oracle/e2e"
)

// Load reads receipt files of whole generations. A path that is a file must be one; in
// a folder, every *.jsonl file at any depth that begins with a meta line is read, in
// lexical order, and it is an error if there is none to replay. Files in a folder that
// document the oracle's behaviour are skipped and named in informative; such a file
// that was asked for by name is an error (e2e.ErrInformative). Errors about the
// contents are *oracle.FormatError.
func Load(paths ...string) (files []*e2e.File, informative []string, err error) {
	err = walk.Paths(paths, func(path string) error {
		f, err := loadFile(path)
		files = append(files, f)
		return err
	}, func(fsys fs.FS, name string) error {
		found, skipped, err := LoadFS(fsys, name)
		files, informative = append(files, found...), append(informative, skipped...)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return files, informative, nil
}

// ownFields: a file whose first line has none of these is some other file in the folder.
var ownFields = []string{"prompts", "model_sha", "params", "first_bad"}

// LoadFS is Load for the root of a file system. Files are named name/path.
func LoadFS(fsys fs.FS, name string) (files []*e2e.File, informative []string, err error) {
	err = walk.Files(fsys, name, ownFields, func(r io.Reader, name string) error {
		f, err := e2e.Read(r, name)
		switch {
		case errors.Is(err, e2e.ErrInformative):
			informative = append(informative, name)
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

func loadFile(path string) (*e2e.File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return e2e.Read(file, path)
}
