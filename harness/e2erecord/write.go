package e2erecord

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

func (f *File) write(path string) (err error) {
	t, err := os.CreateTemp(filepath.Dir(path), ".*.jsonl")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(t.Name()))
		}
	}()
	err = errors.Join(f.lines(t), t.Chmod(0o644), t.Sync(), t.Close())
	if err != nil {
		return err
	}
	return os.Rename(t.Name(), path)
}

func (f *File) lines(t *os.File) error {
	b := bufio.NewWriter(t)
	for _, o := range append([]*Object{f.Meta}, f.Records...) {
		raw, err := o.MarshalJSON()
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(b, "%s\n", raw); err != nil {
			return err
		}
	}
	return b.Flush()
}
