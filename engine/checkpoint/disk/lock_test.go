//go:build linux || darwin

package disk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestLockedBy: the second one is told who the first is.
func TestLockedBy(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	// A longer number of an earlier process must leave nothing behind.
	if err := os.WriteFile(name, []byte("99999999999\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	lock, err := Real{}.Lock(name)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Real{}.Lock(name)
	var locked *LockedError
	if !errors.As(err, &locked) || locked.PID != os.Getpid() || !strings.Contains(err.Error(), fmt.Sprintf("locked by process %d", os.Getpid())) {
		t.Error(err)
	}
	if err := os.Truncate(name, 0); err != nil {
		t.Fatal(err)
	}
	if _, err = (Real{}).Lock(name); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), "another process") {
		t.Error(err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestOpenPipe: a pipe with the name of a file is refused, not waited for.
func TestOpenPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (Real{}).Open(name); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Error(err)
	}
}

// TestLarge: the kernel's early start changes nothing of what is written.
func TestLarge(t *testing.T) {
	name := filepath.Join(t.TempDir(), "large")
	f, err := Real{}.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	p := make([]byte, 3<<20+1)
	for i := range p {
		p[i] = byte(i * 7)
	}
	var want []byte
	for range 7 {
		if _, err := f.Write(p); err != nil {
			t.Fatal(err)
		}
		want = append(want, p...)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != string(want) {
		t.Error("other bytes", err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
}
