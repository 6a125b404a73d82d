package disk_test

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/checkpoint/disk/disktest"
)

// TestSame: what is tested in memory holds on a disk only if both do the same.
func TestSame(t *testing.T) {
	for _, c := range []struct {
		name string
		on   disk.FS
		root string
	}{
		{"real", disk.Real{}, t.TempDir()},
		{"memory", disktest.NewMemory(time.Now), "/root"},
		{"inject", disktest.NewInject(disktest.NewMemory(time.Now)), "/root"},
	} {
		t.Run(c.name, func(t *testing.T) { same(t, c.on, c.root) })
	}
}

func same(t *testing.T, on disk.FS, root string) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	missing := func(err error) {
		t.Helper()
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v, want %v", err, fs.ErrNotExist)
		}
	}
	dir := filepath.Join(root, "a", "b")
	x, y := filepath.Join(dir, "x"), filepath.Join(dir, "y")
	_, err := on.List(dir)
	missing(err)
	_, err = on.Create(x)
	missing(err)
	missing(on.SyncDir(dir))
	must(on.Mkdir(dir))
	must(on.Mkdir(dir))
	_, err = on.Open(x)
	missing(err)
	missing(on.Rename(x, y))
	missing(on.Remove(x))
	missing(on.Touch(x, time.Unix(1, 0)))

	put := func(name, text string) {
		t.Helper()
		f, err := on.Create(name)
		must(err)
		n, err := io.WriteString(f, text)
		must(err)
		if n != len(text) {
			t.Errorf("%d bytes written", n)
		}
		must(f.Sync())
		must(f.Close())
	}
	get := func(name string) string {
		t.Helper()
		r, err := on.Open(name)
		must(err)
		b, err := io.ReadAll(r)
		must(err)
		if r.Size() != int64(len(b)) {
			t.Errorf("size %d of %d bytes", r.Size(), len(b))
		}
		must(r.Close())
		return string(b)
	}
	put(x, "a longer text")
	put(x, "text")
	put(y, "other")
	if got := get(x); got != "text" {
		t.Errorf("%q", got)
	}
	must(on.Rename(x, y))
	if got := get(y); got != "text" {
		t.Errorf("%q", got)
	}
	put(x, "")
	at := time.Unix(1_700_000_000, 123_000_000)
	must(on.Touch(x, at))
	must(on.Touch(y, at.Add(time.Hour)))
	must(on.SyncDir(dir))
	entries, err := on.List(dir)
	must(err)
	want := []disk.Entry{{Name: "x", Time: at}, {Name: "y", Size: 4, Time: at.Add(time.Hour)}}
	if diff := cmp.Diff(want, entries); diff != "" {
		t.Error(diff)
	}
	must(on.Remove(x))
	_, err = on.Open(x)
	missing(err)

	name := filepath.Join(dir, "lock")
	lock, err := on.Lock(name)
	must(err)
	if _, err := on.Lock(name); !errors.Is(err, disk.ErrLocked) {
		t.Error(err)
	}
	must(lock.Close())
	lock, err = on.Lock(name)
	must(err)
	must(lock.Close())
}
