package modelmake

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"rowproof/engine/safetensors"
)

// folder is a model folder that is being written: beside its target, so that it can
// be renamed when it is complete and whoever looks at the target sees all or nothing.
type folder struct {
	target string
	path   string
}

// vacant refuses a target that is there and not an empty folder.
func vacant(target string) error {
	entries, err := os.ReadDir(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%w: %w", ErrTarget, err)
	case len(entries) > 0:
		return fmt.Errorf("%w: %s", ErrTarget, target)
	}
	return nil
}

// write fills a new folder and puts it in the place of the target.
func write(target string, fill func(*folder) error) error {
	target, err := filepath.Abs(target)
	if err != nil {
		return err
	}
	if err := vacant(target); err != nil {
		return err
	}
	parent := filepath.Dir(target)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	path, err := os.MkdirTemp(parent, "."+filepath.Base(target)+"-")
	if err != nil {
		return err
	}
	f := &folder{target, path}
	if err := errors.Join(fill(f), os.Chmod(path, 0o755)); err != nil {
		return errors.Join(err, os.RemoveAll(path))
	}
	if err := f.settle(); err != nil {
		return errors.Join(err, os.RemoveAll(path))
	}
	return nil
}

// settle renames the folder. Removing the target fails unless it is still empty.
func (f *folder) settle() error {
	if err := os.Remove(f.target); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrTarget, err)
	}
	return os.Rename(f.path, f.target)
}

// file writes one file and waits until it is on the disk.
func (f *folder) file(name string, fill func(io.Writer) error) error {
	path := filepath.Join(f.path, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(fill(file), file.Sync(), file.Close())
}

func (f *folder) json(name string, value any) error {
	return f.file(name, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		return e.Encode(value)
	})
}

func (f *folder) tensors(name string, tensors []safetensors.Tensor, metadata map[string]string) error {
	order(tensors)
	return f.file(name, func(w io.Writer) error { return safetensors.Write(w, tensors, metadata) })
}
