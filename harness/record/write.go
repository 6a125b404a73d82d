package record

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

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
	var staged []string
	defer func() {
		for _, name := range staged {
			os.Remove(name) // harmless once renamed
		}
	}()
	for i, f := range files {
		name, err := stage(dir, f.Name, texts[i].Bytes())
		if err != nil {
			return err
		}
		staged = append(staged, name)
	}
	for i, f := range files {
		if err := os.Rename(staged[i], filepath.Join(dir, f.Name)); err != nil {
			return err
		}
	}
	return nil
}

// stage writes a temporary file beside its later place and gives its name.
func stage(dir, name string, data []byte) (string, error) {
	f, err := os.CreateTemp(dir, "."+name+"-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644) // CreateTemp gives 0600, and receipts are for others to read
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(f.Name())
		return "", fmt.Errorf("%s: %w", filepath.Join(dir, name), err)
	}
	return f.Name(), nil
}
