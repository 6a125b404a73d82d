package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Real is the file system of the machine. Files and directories that it makes are
// for their owner only: a conversation is nobody else's business.
type Real struct{}

// Mkdir makes dir durable too: a store is of no use in a directory that is gone.
func (Real) Mkdir(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	parent := filepath.Dir(dir)
	if parent != dir {
		if err := (Real{}).Mkdir(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return Real{}.SyncDir(parent)
}

// Create implements FS.
func (Real) Create(name string) (File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	return &writer{File: f}, nil
}

// writer lets the disk begin before the file is complete.
type writer struct {
	*os.File
	begun, size int64
}

const stride = 8 << 20 // bytes

func (w *writer) Write(p []byte) (int, error) {
	n, err := w.File.Write(p)
	w.size += int64(n)
	if w.size-w.begun >= stride {
		writeback(w.Fd(), w.begun, w.size-w.begun)
		w.begun = w.size
	}
	return n, err
}

type reader struct {
	*os.File
	size int64
}

func (r reader) Size() int64 { return r.size }

// Open implements FS.
func (Real) Open(name string) (Reader, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|nonblocking, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file", name)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return reader{f, info.Size()}, nil
}

// Rename implements FS.
func (Real) Rename(from, to string) error { return os.Rename(from, to) }

// Remove implements FS.
func (Real) Remove(name string) error { return os.Remove(name) }

// Touch implements FS.
func (Real) Touch(name string, at time.Time) error { return os.Chtimes(name, at, at) }

// List implements FS.
func (Real) List(dir string) ([]Entry, error) {
	found, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, len(found))
	for _, f := range found {
		if !f.Type().IsRegular() {
			continue
		}
		info, err := f.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, Entry{f.Name(), info.Size(), info.ModTime()})
	}
	return entries, nil
}

// SyncDir implements FS.
func (Real) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
