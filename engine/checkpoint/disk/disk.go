// Package disk is the file system as engine/checkpoint needs it: few enough verbs
// that each can be made to fail, and that a crash can be simulated between any two.
//
// Names are paths. A missing file is an error that wraps fs.ErrNotExist.
package disk

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// FS is a file system. What a verb changes in a directory (Create, Rename, Remove)
// survives a crash only after SyncDir, what is written to a file only after its Sync.
type FS interface {
	// Mkdir makes a directory and those above it. One that is there is no error.
	Mkdir(dir string) error
	// Create makes an empty file for writing, in place of one that is there.
	Create(name string) (File, error)
	// Open opens a regular file for reading.
	Open(name string) (Reader, error)
	// Rename moves a file at once, in place of one that is there.
	Rename(from, to string) error
	// Remove removes a file.
	Remove(name string) error
	// Touch sets the time of a file.
	Touch(name string, at time.Time) error
	// List gives the regular files of a directory by name.
	List(dir string) ([]Entry, error)
	// SyncDir makes the changes of a directory durable.
	SyncDir(dir string) error
	// Lock takes the lock of that name until it is closed, or until the process
	// ends. It does not wait: a lock that is taken is a *LockedError.
	Lock(name string) (io.Closer, error)
}

// File is a file being written.
type File interface {
	io.WriteCloser
	// Sync makes what was written durable, but not the file's name.
	Sync() error
}

// Reader is a file being read.
type Reader interface {
	io.ReadCloser
	// Size is the number of bytes the file had when it was opened.
	Size() int64
}

// Entry is a file in a directory.
type Entry struct {
	Name string // without the directory
	Size int64  // bytes
	Time time.Time
}

// ErrLocked is what every *LockedError is.
var ErrLocked = errors.New("locked")

// LockedError says who has the lock.
type LockedError struct {
	Name string
	PID  int // 0 if not known
}

func (e *LockedError) Error() string {
	if e.PID == 0 {
		return e.Name + ": locked by another process"
	}
	return fmt.Sprintf("%s: locked by process %d", e.Name, e.PID)
}

// Is makes errors.Is(err, ErrLocked) true.
func (e *LockedError) Is(target error) bool { return target == ErrLocked }
