package checkpoint

import (
	"bytes"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/checkpoint/disk/disktest"
)

// opened is a store in memory with these checkpoints.
func opened(t *testing.T, snaps ...*Snapshot) (*Store, *disktest.Memory) {
	t.Helper()
	now := ticking()
	memory := disktest.NewMemory(now)
	s := openOn(t, Options{FS: memory, Clock: now, Guard: finite})
	for _, snap := range snaps {
		if _, err := s.Save(ctx, snap); err != nil {
			t.Fatal(err)
		}
	}
	return s, memory
}

func openOn(t *testing.T, o Options) *Store {
	t.Helper()
	s, err := Open(storeDir, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func reopened(t *testing.T, s *Store) *Store {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return openOn(t, s.o)
}

func names(snaps ...*Snapshot) []Name {
	var all []Name
	for _, s := range snaps {
		all = append(all, nameOf(s))
	}
	return all
}

// TestPrefixes: the longest stored prefix and all of them, across a reopening, and
// never of another model or a longer sequence.
func TestPrefixes(t *testing.T) {
	s, _ := opened(t, third, first, neighbour, second)
	for range 2 {
		for _, c := range []struct {
			tokens []int
			want   []Name
			length int
		}{
			{nil, nil, 0},
			{upTo(1, 2), nil, 0},
			{upTo(1, 3), names(first), 3},
			{upTo(1, 4), names(first), 3},
			{upTo(1, 5), names(first, second), 5},
			{upTo(1, 1000), names(first, second, third), 9},
			{append(upTo(1, 6), 99, 98, 97, 96), names(first, second), 5},
			{upTo(2, 9), nil, 0},
			{upTo(500, 5), names(neighbour), 5},
		} {
			if diff := cmp.Diff(c.want, s.Ancestors(model, c.tokens)); diff != "" {
				t.Errorf("%v: %s", c.tokens, diff)
			}
			name, length, ok := s.Longest(model, c.tokens)
			if ok != (c.want != nil) || length != c.length || ok && name != c.want[len(c.want)-1] {
				t.Errorf("%v: longest is %s, %d, %v", c.tokens, name, length, ok)
			}
		}
		if names := s.Ancestors(Identity{9}, upTo(1, 9)); names != nil {
			t.Errorf("another model has %v", names)
		}
		s = reopened(t, s)
	}
}

// TestSaveAgain: the same bytes are not written again, but are used; other bytes of
// the same tokens replace them with a higher generation.
func TestSaveAgain(t *testing.T) {
	s, memory := opened(t, first)
	before := s.List()[0]
	counting := disktest.NewInject(memory)
	s.o.FS = counting
	if _, err := s.Save(ctx, snapshot(upTo(1, 3), 1, 4)); err != nil {
		t.Fatal(err)
	}
	after := s.List()[0]
	if n := counting.Calls("write"); n != 0 {
		t.Errorf("%d writes", n)
	}
	if !after.LastUse.After(before.LastUse) {
		t.Error("not marked as used")
	}
	after.LastUse = before.LastUse
	if after != before {
		t.Error(cmp.Diff(before, after))
	}
	if _, err := s.Save(ctx, again); err != nil {
		t.Fatal(err)
	}
	if g := s.List()[0].Generation; g <= before.Generation {
		t.Errorf("generation %d after %d", g, before.Generation)
	}
	if got, err := s.Restore(ctx, nameOf(again)); err != nil || bytesOf(got) != bytesOf(again) {
		t.Error("not replaced", err)
	}
}

// TestSaveOverDamage: a checkpoint that is damaged on disk is no reason not to write a
// good one.
func TestSaveOverDamage(t *testing.T) {
	s, memory := opened(t, first)
	damage(t, memory, s, first)
	if _, err := s.Save(ctx, first); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Restore(ctx, nameOf(first)); err != nil || bytesOf(got) != bytesOf(first) {
		t.Error(err)
	}
}

func damage(t *testing.T, memory *disktest.Memory, s *Store, snap *Snapshot) {
	t.Helper()
	path := s.path(nameOf(snap), checkpointSuffix)
	b, ok := memory.Read(path)
	if !ok {
		t.Fatal("nothing to damage")
	}
	b[len(b)-sumSize-1] ^= 0x40
	memory.Write(path, b)
}

// TestRefused: what the guard refuses is not written, nor is a snapshot that is none.
func TestRefused(t *testing.T) {
	s, memory := opened(t)
	broken := snapshot(upTo(1, 3), 1, 4)
	broken.Tensors[0].Values[3] = float32(math.NaN())
	unshaped := snapshot(upTo(1, 3), 1, 4)
	unshaped.Tensors[0].Shape = []int{2, 5}
	twice := snapshot(upTo(1, 3), 1, 4)
	twice.Tensors[1].Name = twice.Tensors[0].Name
	for _, c := range []struct {
		snap *Snapshot
		want error
	}{
		{broken, ErrRefused},
		{unshaped, ErrSnapshot},
		{twice, ErrSnapshot},
		{&Snapshot{Family: "f"}, ErrSnapshot},
		{&Snapshot{Tokens: []int{1}}, ErrSnapshot},
		{&Snapshot{Family: "f", Tokens: []int{-1}}, ErrSnapshot},
		{&Snapshot{Family: "f", Tokens: []int{math.MaxInt32 + 1}}, ErrSnapshot},
		{&Snapshot{Family: strings.Repeat("f", 256), Tokens: []int{1}}, ErrSnapshot},
		{&Snapshot{Family: "f", Tokens: []int{1}, Tensors: []Tensor{{Name: "", Values: []float32{1}}}}, ErrSnapshot},
	} {
		if name, err := s.Save(ctx, c.snap); !errors.Is(err, c.want) || name != "" {
			t.Errorf("%q %v, want %v", name, err, c.want)
		}
	}
	if entries, err := memory.List(storeDir); err != nil || entries != nil {
		t.Error(entries, err)
	}
	s.o.Guard = nil
	if _, err := s.Save(ctx, first); !errors.Is(err, ErrOptions) {
		t.Error(err)
	}
}

// TestFullDisk: a save that finds no room fails as such and changes nothing.
func TestFullDisk(t *testing.T) {
	for _, text := range []string{"create 1: no space left", "write 1: no space left", "write 2: short 9 bytes", "sync 1: no space left", "close 1: no space left", "rename 1: no space left"} {
		s, memory := opened(t, first, second)
		before := s.List()
		s.o.FS = disktest.NewInject(memory, rule(t, text))
		if name, err := s.Save(ctx, third); !errors.Is(err, ErrFull) || !errors.Is(err, syscall.ENOSPC) || name != "" {
			t.Errorf("%s: %q %v", text, name, err)
		}
		if diff := cmp.Diff(before, s.List()); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
		if entries, err := memory.List(storeDir); err != nil || len(entries) != 2 {
			t.Errorf("%s: %v %v", text, entries, err)
		}
	}
}

// TestBudget: the least recently used go first, never a pinned one.
func TestBudget(t *testing.T) {
	s, memory := opened(t, first, second, third)
	size := s.index.bytes
	s.o.Budget = size + 20 // no room for one more
	s.Pin(nameOf(second))
	if _, err := s.Restore(ctx, nameOf(first)); err != nil {
		t.Fatal(err)
	}
	s = func() *Store { // what was used last outlives the process
		again := reopened(t, s)
		again.Pin(nameOf(second))
		return again
	}()
	if _, err := s.Save(ctx, neighbour); err != nil {
		t.Fatal(err)
	}
	if got := s.Ancestors(model, third.Tokens); !slices.Equal(got, names(first, second)) {
		t.Errorf("%v left, want first and second", got)
	}
	s.Pin(nameOf(first))
	s.Pin(nameOf(neighbour))
	before := s.List()
	if _, err := s.Save(ctx, third); !errors.Is(err, ErrBudget) {
		t.Error(err)
	}
	if diff := cmp.Diff(before, s.List()); diff != "" {
		t.Error(diff)
	}
	s.Unpin(nameOf(first))
	if _, err := s.Save(ctx, third); err != nil {
		t.Fatal(err)
	}
	if got := s.Ancestors(model, third.Tokens); !slices.Equal(got, names(second, third)) {
		t.Errorf("%v left, want second and third", got)
	}
	if _, ok := memory.Read(s.path(nameOf(first), checkpointSuffix)); ok {
		t.Error("evicted, but on disk")
	}
}

// TestQuarantine: what cannot be trusted is set aside with the reason, others are not
// touched, and the reason outlives the process.
func TestQuarantine(t *testing.T) {
	poisoned := snapshot(upTo(1, 9), 1, 4)
	poisoned.Row[0] = float32(math.Inf(1))
	for _, c := range []struct {
		name   string
		spoil  func(s *Store, memory *disktest.Memory)
		reason string
	}{
		{"flipped bit", func(s *Store, memory *disktest.Memory) { damage(t, memory, s, third) }, "checksum"},
		{"guard", func(s *Store, _ *disktest.Memory) {
			s.o.Guard = func(*Snapshot) error { return nil }
			if _, err := s.Save(ctx, poisoned); err != nil {
				t.Fatal(err)
			}
			s.o.Guard = finite
		}, "row: value 0 is +Inf"},
		{"another's file", func(s *Store, memory *disktest.Memory) {
			b, _ := memory.Read(s.path(nameOf(first), checkpointSuffix))
			memory.Write(s.path(nameOf(third), checkpointSuffix), b)
		}, "holds the checkpoint " + string(nameOf(first))},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, memory := opened(t, first, second, third)
			c.spoil(s, memory)
			healthy := contents(t, memory, s, first, second)
			if _, err := s.Restore(ctx, nameOf(third)); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), c.reason) {
				t.Fatalf("%v, want %q", err, c.reason)
			}
			for range 2 {
				if _, err := s.Restore(ctx, nameOf(third)); !errors.Is(err, ErrNotFound) {
					t.Error(err)
				}
				if name, _, _ := s.Longest(model, third.Tokens); name != nameOf(second) {
					t.Errorf("longest is %s", name)
				}
				i := slices.IndexFunc(s.List(), func(i Info) bool { return i.Quarantined != "" })
				if i < 0 || !strings.Contains(s.List()[i].Quarantined, c.reason) || s.List()[i].Name != nameOf(third) {
					t.Errorf("%+v, want %q", s.List(), c.reason)
				}
				s = reopened(t, s)
			}
			if diff := cmp.Diff(healthy, contents(t, memory, s, first, second)); diff != "" {
				t.Error(diff)
			}
			if freed, err := s.GC(ctx); err != nil || freed == 0 {
				t.Error(freed, err)
			}
			if entries, err := memory.List(storeDir); err != nil || len(entries) != 2 || len(s.List()) != 2 {
				t.Error(entries, err)
			}
		})
	}
}

func contents(t *testing.T, memory *disktest.Memory, s *Store, snaps ...*Snapshot) [][]byte {
	t.Helper()
	var all [][]byte
	for _, snap := range snaps {
		b, ok := memory.Read(s.path(nameOf(snap), checkpointSuffix))
		if !ok {
			t.Fatal("a healthy checkpoint is gone")
		}
		all = append(all, b)
	}
	return all
}

// TestQuarantineEveryCall: whatever fails while a checkpoint is set aside, it is never
// restored, and the others are healthy.
func TestQuarantineEveryCall(t *testing.T) {
	for n := 1; ; n++ {
		hit := false
		for _, effect := range effects {
			s, memory := opened(t, first, third)
			damage(t, memory, s, third)
			faulty := disktest.NewInject(memory, rule(t, "any "+strconv.Itoa(n)+": "+effect))
			s.o.FS = faulty
			if _, err := s.Restore(ctx, nameOf(third)); err == nil {
				t.Fatal("restored")
			}
			hit = hit || faulty.Hits() > 0
			for keep := range disktest.Keep(3) {
				after := openOn(t, Options{FS: memory.Crash(keep, uint64(n)), Clock: s.o.Clock, Guard: finite})
				if _, err := after.Restore(ctx, nameOf(third)); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNotFound) {
					t.Errorf("call %d, %s, %s kept: %v", n, effect, keep, err)
				}
				if got, err := after.Restore(ctx, nameOf(first)); err != nil || bytesOf(got) != bytesOf(first) {
					t.Errorf("call %d, %s, %s kept: healthy one: %v", n, effect, keep, err)
				}
				if i := slices.IndexFunc(after.List(), func(i Info) bool { return i.Quarantined != "" }); i < 0 {
					t.Errorf("call %d, %s, %s kept: not listed", n, effect, keep)
				}
			}
		}
		if !hit {
			break
		}
	}
}

// TestOpenDamaged: what opening can see is quarantined then; other files stay.
func TestOpenDamaged(t *testing.T) {
	s, memory := opened(t, first, second, third)
	for path, b := range map[string][]byte{
		s.path(nameOf(first), checkpointSuffix):  []byte("no header"),
		s.path(nameOf(second), checkpointSuffix): nil,
		s.path(nameOf(third), stagingSuffix):     []byte("half"),
		storeDir + "/notes.txt":                  []byte("mine"),
		storeDir + "/x.checkpoint":               []byte("not a name"),
	} {
		memory.Write(path, b)
	}
	s = reopened(t, s)
	if got := s.Ancestors(model, third.Tokens); !slices.Equal(got, names(third)) {
		t.Error(got)
	}
	reasons := map[Name]string{}
	for _, i := range s.List() {
		reasons[i.Name] = i.Quarantined
	}
	want := map[Name]string{
		nameOf(first):  "invalid file: 9 bytes are too few for a header",
		nameOf(second): "invalid file: 0 bytes are too few for a header",
		nameOf(third):  "",
	}
	if diff := cmp.Diff(want, reasons); diff != "" {
		t.Error(diff)
	}
	if _, ok := memory.Read(s.path(nameOf(third), stagingSuffix)); ok {
		t.Error("staging file left")
	}
	for _, name := range []string{"/notes.txt", "/x.checkpoint"} {
		if _, ok := memory.Read(storeDir + name); !ok {
			t.Errorf("%s is not ours to remove", name)
		}
	}
}

// TestVerify finds what no restore has seen yet.
func TestVerify(t *testing.T) {
	s, memory := opened(t, first, second, third)
	damage(t, memory, s, second)
	used := s.List()
	var last, all int64
	problems, err := s.Verify(ctx, func(done, of int64) { last, all = done, of })
	if err != nil || len(problems) != 1 || problems[0].Name != nameOf(second) || !errors.Is(problems[0].Err, ErrDamaged) {
		t.Fatal(problems, err)
	}
	if last != all || all == 0 {
		t.Errorf("%d of %d", last, all)
	}
	for i, now := range s.List() {
		if now.LastUse != used[i].LastUse {
			t.Error("looking is no use")
		}
	}
	// A disk that does not answer is a problem, but no damage.
	s.o.FS = disktest.NewInject(memory, rule(t, "read 1: input/output error"))
	problems, err = s.Verify(ctx, nil)
	if err != nil || len(problems) != 1 || errors.Is(problems[0].Err, ErrDamaged) || !errors.Is(problems[0].Err, syscall.EIO) {
		t.Fatal(problems, err)
	}
	if problems, err = s.Verify(ctx, nil); err != nil || problems != nil {
		t.Error(problems, err)
	}
}

// TestCancel: a cancelled save leaves nothing, a cancelled restore quarantines nothing.
func TestCancel(t *testing.T) {
	s, memory := opened(t, first)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Save(cancelled, second); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := s.Restore(cancelled, nameOf(first)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := s.Verify(cancelled, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if entries, err := memory.List(storeDir); err != nil || len(entries) != 1 || len(s.List()) != 1 {
		t.Error(entries, err)
	}
	if _, err := s.Restore(ctx, nameOf(first)); err != nil {
		t.Error(err)
	}
}

func TestTokens(t *testing.T) {
	s, _ := opened(t, second)
	tokens, err := s.Tokens(nameOf(second))
	if err != nil || !slices.Equal(tokens, second.Tokens) {
		t.Error(tokens, err)
	}
	if _, err := s.Tokens(nameOf(first)); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}

func TestClosed(t *testing.T) {
	s, _ := opened(t, first)
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	_, saved := s.Save(ctx, first)
	_, restored := s.Restore(ctx, nameOf(first))
	_, tokens := s.Tokens(nameOf(first))
	_, verified := s.Verify(ctx, nil)
	_, collected := s.GC(ctx)
	for i, err := range []error{saved, restored, tokens, verified, collected, s.Drop(nameOf(first))} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if _, _, ok := s.Longest(model, first.Tokens); ok || s.Ancestors(model, first.Tokens) != nil || s.List() != nil {
		t.Error("finds something")
	}
}

func TestOptions(t *testing.T) {
	memory := disktest.NewMemory(ticking())
	for _, o := range []Options{{}, {FS: memory}, {Clock: ticking()}, {FS: memory, Clock: ticking(), Budget: -1}} {
		if _, err := Open(storeDir, o); !errors.Is(err, ErrOptions) {
			t.Error(err)
		}
	}
}

// TestCallersGoroutine: everything a store does to its files it does on the goroutine
// that asked for it, and it starts none.
func TestCallersGoroutine(t *testing.T) {
	now := ticking()
	memory := disktest.NewMemory(now)
	faulty := disktest.NewInject(memory)
	me, calls := goroutine(), 0
	faulty.Before = func(verb, name string) {
		calls++
		if who := goroutine(); who != me {
			t.Errorf("%s %s on goroutine %s", verb, name, who)
		}
	}
	before := runtime.NumGoroutine()
	s := openOn(t, Options{FS: faulty, Clock: now, Guard: finite, Budget: 2000})
	for _, snap := range []*Snapshot{first, second, neighbour, third, again} {
		if _, err := s.Save(ctx, snap); err != nil {
			t.Fatal(err)
		}
	}
	damage(t, memory, s, third)
	_, restored := s.Restore(ctx, nameOf(third))
	_, verified := s.Verify(ctx, nil)
	_, collected := s.GC(ctx)
	if err := errors.Join(verified, collected, s.Drop(s.Ancestors(model, third.Tokens)...), s.Close()); err != nil || !errors.Is(restored, ErrDamaged) {
		t.Fatal(err, restored)
	}
	if after := runtime.NumGoroutine(); after != before || calls < 50 {
		t.Errorf("%d goroutines, %d before; %d calls", after, before, calls)
	}
}

// goroutine is the number that a stack trace of this one begins with.
func goroutine() string {
	b := make([]byte, 64)
	return string(bytes.Fields(b[:runtime.Stack(b, false)])[1])
}
