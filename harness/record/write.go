package record

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"rowproof/internal/staged"
	"rowproof/oracle"
)

// Write writes files, receipts or inputs, into a folder, which it makes if it has
// to. All are complete in temporary files beside their places before the first gets
// its name; after an error before that nothing new is left. Two files of one name
// are an error that wraps os.ErrExist.
func Write(dir string, files []*oracle.File) error {
	texts := make([]bytes.Buffer, len(files))
	seen := map[string]bool{}
	for i, f := range files {
		if seen[f.Name] {
			return fmt.Errorf("%s twice: %w", filepath.Join(dir, f.Name), os.ErrExist)
		}
		seen[f.Name] = true
		if err := oracle.Write(&texts[i], f); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var names []string
	defer func() {
		for _, name := range names {
			os.Remove(name) // harmless once renamed
		}
	}()
	for i, f := range files {
		name, err := staged.File(dir, f.Name, texts[i].Bytes())
		if err != nil {
			return err
		}
		names = append(names, name)
	}
	for i, f := range files {
		if err := os.Rename(names[i], filepath.Join(dir, f.Name)); err != nil {
			return err
		}
	}
	return nil
}
