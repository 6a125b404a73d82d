package safetensors

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"rowproof/internal/regular"
)

// Tensor is one tensor of a file.
type Tensor struct {
	Name  string
	DType string // as in the header: "F32", "BF16", "F16", ...
	Shape []int  // outermost dimension first; empty for a scalar
	// Data are the elements, little endian, rows first. Of a file they are mapped:
	// writing to them or reading them after Close crashes the program. They
	// may begin at any address: the format does not align them.
	Data []byte
	File string // where it was read from
}

// File is an open file. It can be used by several goroutines at once.
//
// Its bytes are mapped, not read: pages come from the disk when they are first
// touched. A file that is shortened while it is open takes its pages away, and
// reading those ends the program with SIGBUS, which no check here can prevent;
// a file that is overwritten in place changes under its readers. Replace a file
// by renaming another one over it.
type File struct {
	name     string
	metadata map[string]string

	mu      sync.RWMutex // Close against the readers of the two below
	tensors []Tensor     // by name
	mapping []byte
}

// Open maps a file and checks its whole header; it touches no data. What is
// wrong with its content is a *FormatError; other errors are those of the system.
// Anything but a regular file is refused without waiting for it.
func Open(path string) (*File, error) {
	mapping, err := load(path)
	if err != nil {
		return nil, err
	}
	tensors, metadata, err := parse(path, mapping)
	if err != nil {
		// The reason given is the file's; that its mapping went away matters to nobody.
		_ = unmap(mapping)
		return nil, err
	}
	return &File{name: path, metadata: metadata, tensors: tensors, mapping: mapping}, nil
}

// load maps the file of that name.
func load(path string) ([]byte, error) {
	file, err := regular.Open(path)
	if errors.Is(err, ErrFile) {
		return nil, &FormatError{File: path, Err: errors.Unwrap(err)} // which names the file once
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	size := int(info.Size())
	if size < prefixSize || int64(size) != info.Size() {
		// Nothing can be mapped of an empty file, nor all of one beyond the address space.
		return nil, &FormatError{File: path, Err: fmt.Errorf("a file of %d bytes: %w", info.Size(), ErrHeader)}
	}
	mapping, err := mmap(file, size)
	if err != nil {
		return nil, &fs.PathError{Op: "mmap", Path: path, Err: err}
	}
	return mapping, nil
}

// Name is the path given to Open.
func (f *File) Name() string { return f.name }

// Metadata is a copy of the file's metadata, empty if it has none.
func (f *File) Metadata() map[string]string { return maps.Clone(f.metadata) }

// Tensors are all tensors by name; none after Close.
func (f *File) Tensors() []Tensor {
	f.mu.RLock()
	defer f.mu.RUnlock()
	tensors := slices.Clone(f.tensors)
	for i := range tensors {
		tensors[i].Shape = slices.Clone(tensors[i].Shape)
	}
	return tensors
}

// Tensor is the tensor of that name, if there is one; there is none after Close.
func (f *File) Tensor(name string) (Tensor, bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	i, ok := slices.BinarySearchFunc(f.tensors, name, func(t Tensor, name string) int {
		return cmp.Compare(t.Name, name)
	})
	if !ok {
		return Tensor{}, false
	}
	t := f.tensors[i]
	t.Shape = slices.Clone(t.Shape)
	return t, true
}

// Close takes the mapping away: the Data of every tensor of this file must not
// be used any more. Closing again does nothing.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	mapping := f.mapping
	f.tensors, f.mapping = nil, nil
	if mapping == nil {
		return nil
	}
	return unmap(mapping)
}
