package checkpoint

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"rowproof/engine/checkpoint/disk"
)

const childVariable = "CHECKPOINT_TEST_CHILD"

func init() {
	if os.Getenv(childVariable) != "" {
		runtime.LockOSThread() // all that the store does is on the thread that is traced
	}
}

// deed is a step of the child: a save, or a drop.
type deed struct {
	save *Snapshot
	drop []Name
}

var deeds = []deed{
	{save: neighbour},
	{save: first},
	{save: second},
	{save: again},
	{drop: []Name{nameOf(first), nameOf(second)}},
	{save: first},
	{save: long},
	{drop: []Name{nameOf(first)}},
}

func realOptions() Options {
	return Options{FS: disk.Real{}, Clock: time.Now, Guard: finite}
}

// child does the deeds and says after each that it is done.
func child(dir string) int {
	s, err := Open(dir, realOptions())
	for _, d := range deeds {
		if err != nil {
			break
		}
		if d.save != nil {
			_, err = s.Save(ctx, d.save)
		} else {
			err = s.Drop(d.drop...)
		}
		if err == nil {
			_, err = fmt.Println("done")
		}
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// TestSecondProcess: it is told which process has the store, and does nothing to it.
func TestSecondProcess(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	s, err := Open(dir, realOptions())
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childVariable+"="+dir)
	out, err := cmd.CombinedOutput()
	if want := fmt.Sprintf("store is in use: %s: locked by process %d\n", filepath.Join(dir, "lock"), os.Getpid()); err == nil || string(out) != want {
		t.Errorf("%v, %q, want %q", err, out, want)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Error(entries, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self)
	cmd.Env = append(os.Environ(), childVariable+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
