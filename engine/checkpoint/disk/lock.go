//go:build linux || darwin

package disk

import (
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// nonblocking keeps the opening of a pipe from waiting for its writer.
const nonblocking = unix.O_NONBLOCK

// Lock implements FS by flock(2): the kernel gives the lock back when the process
// ends, however it ends. The file holds the process ID for the message of a second
// one only, and stays.
func (Real) Lock(name string) (io.Closer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = flock(f)
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = &LockedError{Name: name, PID: holder(f)}
	} else if err == nil {
		err = sign(f)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func flock(f *os.File) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err != unix.EINTR {
			return err
		}
	}
}

func sign(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// holder is 0 while the holder has not signed yet.
func holder(f *os.File) int {
	text := make([]byte, 20)
	n, err := f.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text[:n])))
	if err != nil {
		return 0
	}
	return pid
}
