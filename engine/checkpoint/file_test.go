package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"testing"

	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/checkpoint/disk/disktest"
)

const chat = "/chats/a.chat"

func chats(t *testing.T) *disktest.Memory {
	t.Helper()
	memory := disktest.NewMemory(ticking())
	if err := memory.Mkdir("/chats"); err != nil {
		t.Fatal(err)
	}
	return memory
}

func TestFile(t *testing.T) {
	memory := chats(t)
	missing := func() {
		t.Helper()
		if _, err := ReadFile(ctx, memory, chat, finite); !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	missing()
	if err := DropFile(memory, chat); err != nil {
		t.Fatal(err)
	}
	if err := DropFile(memory, "/nowhere/a.chat"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []*Snapshot{first, third} {
		if err := WriteFile(ctx, memory, chat, want, finite); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadFile(ctx, memory, chat, finite); err != nil || bytesOf(got) != bytesOf(want) {
			t.Fatal(err)
		}
	}
	broken := snapshot(upTo(1, 3), 1, 4)
	broken.Row[2] = float32(math.NaN())
	if err := WriteFile(ctx, memory, chat, broken, finite); !errors.Is(err, ErrRefused) {
		t.Error(err)
	}
	if err := WriteFile(ctx, memory, chat, first, nil); !errors.Is(err, ErrOptions) {
		t.Error(err)
	}
	if got, err := ReadFile(ctx, memory, chat, finite); err != nil || bytesOf(got) != bytesOf(third) {
		t.Error("a refused write has changed the file", err)
	}
	if err := DropFile(memory, chat); err != nil {
		t.Fatal(err)
	}
	missing()
	if entries, err := memory.List("/chats"); err != nil || entries != nil {
		t.Error(entries, err)
	}
}

func TestFileDamaged(t *testing.T) {
	memory := chats(t)
	all := func(*Snapshot) error { return nil }
	broken := snapshot(upTo(1, 3), 1, 4)
	broken.Row[2] = float32(math.NaN())
	if err := WriteFile(ctx, memory, chat, broken, all); err != nil {
		t.Fatal(err)
	}
	if s, err := ReadFile(ctx, memory, chat, finite); !errors.Is(err, ErrDamaged) || !errors.Is(err, ErrRefused) || s != nil {
		t.Error(s, err)
	}
	b, _ := memory.Read(chat)
	memory.Write(chat, b[:len(b)-1])
	if _, err := ReadFile(ctx, memory, chat, all); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
	if err := WriteFile(ctx, memory, chat, first, finite); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(ctx, memory, chat, finite); err != nil {
		t.Error(err)
	}
}

// TestFileEveryCall: one or two faults and a crash at each call of write, replace,
// drop, write again. The file is the old one or the new one, never a dropped one.
func TestFileEveryCall(t *testing.T) {
	deeds := []*Snapshot{first, again, nil, first, nil, third} // nil drops
	type state map[string]bool
	play := func(on disk.FS) state {
		may := state{absent: true}
		for _, s := range deeds {
			var err error
			want := absent
			if s == nil {
				err = DropFile(on, chat)
			} else {
				want = bytesOf(s)
				err = WriteFile(ctx, on, chat, s, finite)
			}
			switch {
			case err == nil, s == nil && strings.Contains(err.Error(), "not removed, but void"):
				may = state{want: true}
			default:
				may[want] = true
			}
		}
		return may
	}
	check := func(memory *disktest.Memory, may state, when string) {
		t.Helper()
		got := absent
		s, err := ReadFile(ctx, memory, chat, finite)
		switch {
		case err == nil:
			got = bytesOf(s)
		case !errors.Is(err, fs.ErrNotExist):
			t.Fatalf("%s: %v", when, err)
		}
		if !may[got] {
			t.Fatalf("%s: found what may not be there (nothing: %v)", when, got == absent)
		}
		// It works again.
		if err := WriteFile(ctx, memory, chat, second, finite); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		after := memory.Crash(disktest.Nothing, 0)
		if s, err := ReadFile(ctx, after, chat, finite); err != nil || bytesOf(s) != bytesOf(second) {
			t.Fatalf("%s, then written: %v", when, err)
		}
	}
	clean := disktest.NewInject(chats(t))
	if may := play(clean); len(may) != 1 {
		t.Fatal("a fault without a fault")
	}
	calls := clean.Calls("any")
	for a := 1; a <= calls; a++ {
		for _, effect := range effects {
			for b := a; b <= calls; b++ {
				memory := chats(t)
				one, two := fmt.Sprintf("any %d: %s", a, effect), fmt.Sprintf("any %d: input/output error", b)
				may := play(disktest.NewInject(memory, rule(t, one), rule(t, two)))
				when := one + ", " + two
				for keep := range disktest.Keep(3) {
					check(memory.Crash(keep, uint64(a+b)), may, when+", crash keeping "+keep.String())
				}
				check(memory, may, when)
			}
		}
	}
}
