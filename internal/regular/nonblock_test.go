//go:build linux || darwin

package regular

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestOpenRefusesAPipeAtOnce: a pipe without a writer keeps an ordinary open waiting.
func TestOpenRefusesAPipeAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func() error{
		"Open": func() error {
			_, err := Open(path)
			return err
		},
		// The flag alone, for a pipe that took the file's place after the first look.
		"open": func() error {
			file, err := os.OpenFile(path, os.O_RDONLY|nonblocking, 0)
			if err != nil {
				return err
			}
			defer file.Close()
			return ErrFile
		},
	} {
		done := make(chan error, 1)
		go func() { done <- call() }()
		select {
		case err := <-done:
			if !errors.Is(err, ErrFile) {
				t.Errorf("%s: %v, want %v", name, err, ErrFile)
			}
		case <-time.After(10 * time.Second):
			t.Fatal(name, "waits for a writer")
		}
	}
}

func TestOpenRefusesASocket(t *testing.T) {
	dir, err := os.MkdirTemp("", "s") // the path of a socket is limited to a hundred bytes
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "socket")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Skip("no sockets here:", err)
	}
	defer listener.Close()
	_, err = Open(path)
	refused(t, path, ErrFile, err)
}
