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
	target  string
	path    string
	stopped func() error // if there is one: why nothing more is written
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
		return fmt.Errorf("%w: %s is not empty", ErrTarget, target)
	}
	return nil
}

// write fills a new folder and puts it in the place of the target.
func write(target string, fill func(*folder) error) error {
	if target == "" {
		return fmt.Errorf("%w: no folder is named", ErrTarget)
	}
	target, err := filepath.Abs(target)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTarget, err)
	}
	if err := vacant(target); err != nil {
		return err
	}
	parent := filepath.Dir(target)
	above := missing(parent)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		remove(above)
		return fmt.Errorf("%w: %w", ErrTarget, err)
	}
	path, err := os.MkdirTemp(parent, "."+filepath.Base(target)+"-")
	if err != nil {
		remove(above)
		return fmt.Errorf("%w: %w", ErrTarget, err)
	}
	f := &folder{target: target, path: path}
	err = errors.Join(fill(f), os.Chmod(path, 0o755))
	if err == nil {
		err = f.settle()
	}
	if err != nil {
		err = errors.Join(err, os.RemoveAll(path))
		remove(above)
	}
	return err
}

// missing lists the folders above a target that are not there, the lowest first.
func missing(dir string) []string {
	var list []string
	for {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			return list
		}
		list = append(list, dir)
		dir = filepath.Dir(dir)
	}
}

// remove takes away folders that were made for a target; one that somebody else uses
// meanwhile stays.
func remove(dirs []string) {
	for _, dir := range dirs {
		if os.Remove(dir) != nil {
			return
		}
	}
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
	err = fill(writerFunc(func(p []byte) (int, error) {
		if f.stopped != nil && f.stopped() != nil {
			return 0, f.stopped()
		}
		return file.Write(p)
	}))
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

type writerFunc func([]byte) (int, error)

func (w writerFunc) Write(p []byte) (int, error) { return w(p) }

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
