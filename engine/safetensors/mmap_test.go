//go:build linux || darwin

package safetensors

import (
	"errors"
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
	done := make(chan error, 1)
	go func() {
		_, err := Open(path)
		done <- err
	}()
	select {
	case err := <-done:
		var format *FormatError
		if !errors.Is(err, ErrFile) || !errors.As(err, &format) || format.File != path {
			t.Errorf("%v, want %v", err, ErrFile)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Open waits for a writer")
	}
}
