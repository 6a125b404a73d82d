//go:build linux || darwin

package folder_test

import (
	"testing"

	"golang.org/x/sys/unix"

	"rowproof/internal/regular"
)

// TestAPipeIsNotWaitedFor, in the place of any file of the folder.
func TestAPipeIsNotWaitedFor(t *testing.T) {
	for _, name := range files {
		refuses(t, name, regular.ErrFile, func(path string) error { return unix.Mkfifo(path, 0o600) })
	}
}
