// Package regular reads regular files and nothing else: a folder that somebody hands
// over may hold a pipe, whose opening waits for a writer, or a device without an end.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrFile is a directory, pipe, device or socket in the place of a file.
var ErrFile = errors.New("not a regular file")

// ErrSize is content beyond a limit.
var ErrSize = errors.New("too long")

// Open opens a regular file for reading. Anything else is an ErrFile, without
// waiting for it. Every error is a *fs.PathError.
func Open(path string) (*os.File, error) {
	// Before opening, as that already does things to some devices; and after, as the
	// name may be another's by then.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := check(path, info); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDONLY|nonblocking, 0)
	if err != nil {
		return nil, err
	}
	info, err = file.Stat()
	if err == nil {
		err = check(path, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func check(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("%v: %w", info.Mode(), ErrFile)}
}

// ReadFile reads a whole regular file. One of more than limit bytes is an ErrSize,
// and is not read. Every error is a *fs.PathError.
func ReadFile(path string, limit int) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	var text []byte
	if err = within(info.Size(), limit); err == nil {
		text, err = ReadAll(file, limit) // it may have grown
	}
	if errors.Is(err, ErrSize) { // the system's errors name the file already
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return text, err
}

// ReadAll reads r to its end. More than limit bytes are an ErrSize.
func ReadAll(r io.Reader, limit int) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if err := within(int64(len(text)), limit); err != nil {
		return nil, err
	}
	return text, nil
}

func within(size int64, limit int) error {
	if size > int64(limit) {
		return fmt.Errorf("%w: the limit is %d bytes", ErrSize, limit)
	}
	return nil
}
