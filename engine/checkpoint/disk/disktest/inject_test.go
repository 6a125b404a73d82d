package disktest

import (
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"rowproof/engine/checkpoint/disk"
)

func TestRules(t *testing.T) {
	for _, text := range []string{
		"rename 2: no space left", "write 3: short 5 bytes", "any 17: crash", "remove 1+: permission denied",
		"syncdir 4: late input/output error", "write 1: short 0 bytes",
	} {
		r, err := ParseRule(text)
		if err != nil || r.String() != text {
			t.Errorf("%q: %q %v", text, r, err)
		}
	}
	for _, text := range []string{"", "rename", "rename 0: crash", "rename x: crash", "fly 1: crash", "rename 1: bad luck", "write 1: short -1 bytes"} {
		if r, err := ParseRule(text); err == nil {
			t.Errorf("%q is taken for %v", text, r)
		}
	}
}

// play writes two files and renames one, and says how each call ended.
func play(on disk.FS) (ends []error) {
	f, err := on.Create("/a/x")
	ends = append(ends, err)
	if err == nil {
		_, err = f.Write([]byte("0123456789"))
		ends = append(ends, err, f.Sync(), f.Close())
	}
	ends = append(ends, on.Rename("/a/x", "/a/y"), on.SyncDir("/a"))
	return ends
}

func TestInject(t *testing.T) {
	for _, c := range []struct {
		rule string
		at   int // call that fails
		want error
		left string // of /a/y
	}{
		{"sync 1: input/output error", 2, syscall.EIO, "0123456789"},
		{"write 1: short 4 bytes", 1, syscall.ENOSPC, "0123"},
		{"rename 1: no space left", 4, syscall.ENOSPC, "none"},
		{"rename 1: late no space left", 4, syscall.ENOSPC, "0123456789"},
		{"any 5: crash", 4, ErrCrashed, "none"},
		{"close 1: permission denied", 3, syscall.EACCES, "0123456789"},
	} {
		m := NewMemory(time.Now)
		must(t, m.Mkdir("/a"))
		r, err := ParseRule(c.rule)
		must(t, err)
		in := NewInject(m, r)
		for i, err := range play(in) {
			want := error(nil)
			if i == c.at || r.crash && i > c.at {
				want = c.want
			}
			if !errors.Is(err, want) {
				t.Errorf("%s: call %d: %v, want %v", c.rule, i, err, want)
			}
		}
		if got := content(m, "/a/y"); got != c.left {
			t.Errorf("%s: %q left, want %q", c.rule, got, c.left)
		}
		if in.Hits() != 1 || in.Crashed() != r.crash {
			t.Errorf("%s: %d hits", c.rule, in.Hits())
		}
	}
	in := NewInject(NewMemory(time.Now))
	if _, err := in.Create("/none/x"); err == nil || !strings.Contains(err.Error(), "/none/x") {
		t.Error(err)
	}
}
