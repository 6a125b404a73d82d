package checkpoint

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rowproof/engine/checkpoint/disk"
)

// killable are the system calls by which a file, a directory or a lock changes or is
// looked at.
var killable = []string{
	"openat", "read", "write", "pwrite64", "ftruncate", "fsync", "close", "renameat", "unlinkat",
	"mkdirat", "utimensat", "getdents64", "flock",
}

// TestKilled kills a process at each of its system calls on files, and opens what it
// leaves.
func TestKilled(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal("strace is needed to kill a process at its n-th system call (apt-get install strace): ", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	base := t.TempDir()
	runs := 0
	run := func(arguments ...string) (dir string, done int, killed bool) {
		t.Helper()
		dir = filepath.Join(base, strconv.Itoa(runs))
		runs++
		cmd := exec.Command(strace, append(arguments, "-o", os.DevNull, self)...)
		cmd.Env = append(os.Environ(), childVariable+"="+dir, "GOGC=off")
		var out, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &stderr
		err := cmd.Run()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.Exited()) {
			t.Fatalf("strace %s: %v: is tracing refused here?\n%s", strings.Join(arguments, " "), err, stderr.String())
		}
		return dir, strings.Count(out.String(), "done"), err != nil
	}

	if _, done, killed := run("-e", "trace=fsync"); done != len(deeds) || killed {
		t.Fatalf("undisturbed: %d of %d done", done, len(deeds))
	}
	for _, call := range killable {
		n := 1
		for ; ; n++ {
			dir, done, killed := run("-e", "trace="+call, "-e", fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", call, n))
			if err := survived(dir, done); err != nil {
				t.Fatalf("killed at %s %d, after %d: %v", call, n, done, err)
			}
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			if !killed {
				break
			}
		}
		t.Logf("%s: killed at each of %d", call, n-1)
		// Each save and each drop has to sync at least a file or a directory twice.
		if call == "fsync" && n-1 < 2*len(deeds) {
			t.Errorf("only %d calls of %s were seen", n-1, call)
		}
	}
}

// survived opens what a child left that said it had done so many deeds.
func survived(dir string, done int) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) && done == 0 {
		return nil
	}
	w := newWorld(disk.Real{}, realOptions().Clock)
	for i, d := range deeds {
		if i > done {
			break
		}
		names, content := d.drop, absent
		if d.save != nil {
			names, content = []Name{nameOf(d.save)}, bytesOf(d.save)
		}
		for _, name := range names {
			if i < done {
				w.is(name, content)
			} else {
				w.may(name, content)
			}
		}
	}
	w.checkIn(dir, disk.Real{}, "reopened")
	if w.fault != "" {
		return errors.New(w.fault)
	}
	return nil
}
