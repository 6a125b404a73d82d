//go:build linux || darwin

package weights

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"rowproof/internal/regular"
)

// TestAPipeIsRefusedAtOnce: an ordinary open of it waits for a writer.
func TestAPipeIsRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(dir, File), 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := Sum(t.Context(), dir)
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, regular.ErrFile) {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for a writer")
	}
}
