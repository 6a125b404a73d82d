package e2erecord

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"rowproof/internal/staged"
)

// Write writes files into a folder, which it makes, under their base names. Each appears
// whole or not at all.
func Write(dir string, files []*File) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if err := f.write(filepath.Join(dir, filepath.Base(f.Name))); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func (f *File) write(path string) error {
	var text bytes.Buffer
	if err := f.lines(&text); err != nil {
		return err
	}
	name, err := staged.File(filepath.Dir(path), filepath.Base(path), text.Bytes())
	if err != nil {
		return err
	}
	defer os.Remove(name) // harmless once renamed
	return os.Rename(name, path)
}

func (f *File) lines(w *bytes.Buffer) error {
	for _, o := range append([]*Object{f.Meta}, f.Records...) {
		raw, err := o.MarshalJSON()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", raw)
	}
	return nil
}
