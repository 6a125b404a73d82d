package disktest

import (
	"testing"
	"time"

	"rowproof/engine/checkpoint/disk"
)

func write(t *testing.T, m *Memory, name, text string, sync bool) {
	t.Helper()
	f, err := m.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if sync {
		if err := f.Sync(); err != nil {
			t.Fatal(err)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func content(m *Memory, name string) string {
	b, ok := m.Read(name)
	if !ok {
		return "none"
	}
	return string(b)
}

// TestCrash: each thing is durable after its own sync, not before and not by another.
func TestCrash(t *testing.T) {
	m := NewMemory(time.Now)
	must(t, m.Mkdir("/a"))
	must(t, m.Mkdir("/b"))
	write(t, m, "/a/synced", "one", true)
	write(t, m, "/a/unsynced", "two", false)
	write(t, m, "/a/old", "old", true)
	write(t, m, "/a/gone", "gone", true)
	must(t, m.SyncDir("/a"))
	write(t, m, "/a/new", "new", true)
	must(t, m.Rename("/a/new", "/a/old"))
	must(t, m.Remove("/a/gone"))
	write(t, m, "/b/other", "other", true)
	must(t, m.SyncDir("/b"))
	write(t, m, "/b/nameless", "text", true)

	for _, c := range []struct{ name, nothing, everything string }{
		{"/a/synced", "one", "one"},
		{"/a/unsynced", "", "two"},
		{"/a/old", "old", "new"},
		{"/a/new", "none", "none"},
		{"/a/gone", "gone", "none"},
		{"/b/other", "other", "other"},
		{"/b/nameless", "none", "text"},
	} {
		if got := content(m.Crash(Nothing, 0), c.name); got != c.nothing {
			t.Errorf("%s: nothing kept: %q, want %q", c.name, got, c.nothing)
		}
		if got := content(m.Crash(Everything, 0), c.name); got != c.everything {
			t.Errorf("%s: everything kept: %q, want %q", c.name, got, c.everything)
		}
	}
	if got := content(m, "/a/old"); got != "new" {
		t.Errorf("the crash has changed what it began with: %q", got)
	}
}

// TestCrashPart: by chance both ends and what is between are seen, and the same seed
// gives the same.
func TestCrashPart(t *testing.T) {
	m := NewMemory(time.Now)
	must(t, m.Mkdir("/a"))
	write(t, m, "/a/x", "old", true)
	must(t, m.SyncDir("/a"))
	write(t, m, "/a/y", "0123456789", false)
	must(t, m.Rename("/a/y", "/a/x"))
	seen := map[string]bool{}
	for seed := range uint64(200) {
		got := content(m.Crash(Part, seed), "/a/x")
		if again := content(m.Crash(Part, seed), "/a/x"); again != got {
			t.Fatalf("seed %d: %q and %q", seed, got, again)
		}
		seen[got] = true
	}
	for _, want := range []string{"old", "", "0123456789", "01234"} {
		if !seen[want] {
			t.Errorf("never %q in %v", want, seen)
		}
	}
}

var _ disk.FS = (*Memory)(nil)
