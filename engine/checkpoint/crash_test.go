package checkpoint

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/checkpoint/disk/disktest"
)

// story is what a store goes through. Its setup is durable and meets no fault.
type story struct {
	name   string
	budget int64
	setup  func(*world)
	run    func(*world)
}

var (
	neighbour = snapshot(upTo(500, 5), 1, 4) // of another conversation; nobody touches it
	first     = snapshot(upTo(1, 3), 1, 4)
	again     = snapshot(upTo(1, 3), 2, 4) // the same tokens, other bytes
	second    = snapshot(upTo(1, 5), 1, 4)
	third     = snapshot(upTo(1, 9), 1, 4)
	long      = snapshot(upTo(1, 7), 1, 2*chunk/4) // several writes
)

func nameOf(s *Snapshot) Name { return NameOf(s.Model, s.Tokens) }

func saveAll(snaps ...*Snapshot) func(*world) {
	return func(w *world) {
		for _, s := range snaps {
			w.save(s)
		}
	}
}

var stories = []story{
	{"save", 0, saveAll(neighbour), func(w *world) {
		w.save(first)
		w.save(second)
		w.save(first)
		w.restore(nameOf(second))
	}},
	{"replace", 0, saveAll(neighbour, first), func(w *world) {
		w.save(again)
		w.restore(nameOf(first))
		w.save(first)
	}},
	{"long", 0, saveAll(neighbour), saveAll(long)},
	{"forget", 0, saveAll(neighbour, first, second, third), func(w *world) {
		w.drop(nameOf(first), nameOf(second), nameOf(third))
		w.restore(nameOf(second))
		w.reopen()
	}},
	{"drop and save again", 0, saveAll(neighbour, first), func(w *world) {
		w.drop(nameOf(first))
		w.save(first)
		w.drop(nameOf(first))
		w.save(again)
		w.restore(nameOf(first))
	}},
	{"reopen between", 0, saveAll(neighbour, first), func(w *world) {
		w.drop(nameOf(first))
		w.reopen()
		w.save(again)
		w.reopen()
		w.drop(nameOf(first))
		w.reopen()
		w.save(first)
	}},
	{"save again after a restart", 0, saveAll(neighbour), func(w *world) {
		w.save(first)
		w.reopen()
		w.save(first)
	}},
	{"evict", 2000, func(w *world) {
		w.pinned[nameOf(neighbour)] = true
		saveAll(neighbour, first, second)(w)
		w.store.Pin(nameOf(neighbour))
	}, func(w *world) {
		w.restore(nameOf(first))
		w.save(third) // costs second
		w.save(second)
		w.drop(nameOf(first))
		w.save(first)
	}},
}

var (
	wholly  = []disktest.Keep{disktest.Nothing, disktest.Everything}
	anyhow  = 6 // seeds of a crash that keeps a part
	effects = []string{
		"input/output error", "late input/output error", "no space left", "short 0 bytes", "short 7 bytes", "crash",
	}
)

// begin brings a file system to where the story starts.
func (s story) begin(t *testing.T) (*disktest.Memory, *world) {
	t.Helper()
	now := ticking()
	memory := disktest.NewMemory(now)
	w := newWorld(memory, now)
	w.o.Budget = s.budget
	w.open()
	s.setup(w)
	if err := w.store.Close(); err != nil || w.fault != "" {
		t.Fatal(err, w.fault)
	}
	w.store = nil
	w.trace = nil
	return memory, w
}

// play runs the story from its opening, with rules for its calls.
func (s story) play(t *testing.T, rules ...disktest.Rule) (*disktest.Memory, *world, *disktest.Inject) {
	t.Helper()
	memory, w := s.begin(t)
	faulty := disktest.NewInject(memory, rules...)
	w.fs = faulty
	if len(rules) > 0 {
		w.broken = []error{syscall.EIO, syscall.ENOSPC, disktest.ErrCrashed}
	}
	w.open()
	s.run(w)
	return memory, w, faulty
}

// crashes looks at what a power failure now would leave, all ways.
func crashes(w *world, memory *disktest.Memory, seeds int) {
	for _, keep := range wholly {
		w.check(memory.Crash(keep, 0), "after a crash that keeps "+keep.String())
	}
	for seed := range seeds {
		w.check(memory.Crash(disktest.Part, uint64(seed)), fmt.Sprintf("after a crash that keeps part (seed %d)", seed))
	}
}

func rule(t testing.TB, text string) disktest.Rule {
	t.Helper()
	r, err := disktest.ParseRule(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEveryCall lets each call of each story fail in each way. Whatever happens, the
// old good checkpoint or the new one is there, never a dropped one, and a neighbour
// always.
func TestEveryCall(t *testing.T) {
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			_, w, clean := s.play(t)
			if w.fault != "" {
				t.Fatal(w.fault)
			}
			runs := 0
			for n := 1; n <= clean.Calls("any"); n++ {
				for _, effect := range effects {
					text := fmt.Sprintf("any %d: %s", n, effect)
					memory, w, faulty := s.play(t, rule(t, text))
					if faulty.Hits() == 0 {
						if !strings.HasPrefix(effect, "short") {
							t.Fatalf("%s: never reached", text)
						}
						continue
					}
					crashes(w, memory, anyhow)
					if !faulty.Crashed() {
						if w.store != nil {
							w.note("close", w.store.Close())
						}
						w.check(memory, "after "+text)
					}
					if w.fault != "" {
						t.Fatalf("%s: %s\n%s", text, w.fault, strings.Join(w.trace, "\n"))
					}
					runs++
				}
			}
			t.Logf("%d calls, %d runs", clean.Calls("any"), runs)
		})
	}
}

// TestTwoCalls lets two calls fail: what one fault leaves must bear another.
func TestTwoCalls(t *testing.T) {
	for _, s := range stories {
		if s.name == "long" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			_, _, clean := s.play(t)
			for a := 1; a <= clean.Calls("any"); a++ {
				for b := a + 1; b <= clean.Calls("any")+4; b++ {
					effect := "input/output error"
					if (a+b)%2 == 0 {
						effect = "late " + effect
					}
					one := fmt.Sprintf("any %d: input/output error", a)
					two := fmt.Sprintf("any %d: %s", b, effect)
					memory, w, _ := s.play(t, rule(t, one), rule(t, two))
					w.check(memory.Crash(disktest.Nothing, 0), "after a crash that keeps nothing")
					w.check(memory.Crash(disktest.Part, uint64(a*1000+b)), "after a crash that keeps part")
					if w.fault != "" {
						t.Fatalf("%s, %s: %s\n%s", one, two, w.fault, strings.Join(w.trace, "\n"))
					}
				}
			}
		})
	}
}

// TestCrashWhileRecovering stops the machine a second time, at each call of the
// opening that follows the first.
func TestCrashWhileRecovering(t *testing.T) {
	for _, s := range stories {
		if s.name == "long" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			_, _, clean := s.play(t)
			for n := 1; n <= clean.Calls("any"); n++ {
				memory, w, _ := s.play(t, rule(t, fmt.Sprintf("any %d: crash", n)))
				for seed := range 3 {
					for again := 1; ; again++ {
						rebooted := memory.Crash(disktest.Keep(seed), uint64(n))
						faulty := disktest.NewInject(rebooted, rule(t, fmt.Sprintf("any %d: crash", again)))
						o := w.o
						o.FS = faulty
						if _, err := Open(storeDir, o); err == nil && !faulty.Crashed() {
							break
						}
						w.check(rebooted.Crash(disktest.Nothing, 0), "nothing kept")
						w.check(rebooted.Crash(disktest.Part, uint64(again)), "part kept")
						if w.fault != "" {
							t.Fatalf("crash at call %d keeping %s, then at call %d of opening: %s", n, disktest.Keep(seed), again, w.fault)
						}
					}
				}
			}
		})
	}
}

// TestBrokenDisk: everything of one kind fails from some call on, until a restart.
func TestBrokenDisk(t *testing.T) {
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			for _, verb := range []string{"create", "write", "sync", "rename", "remove", "syncdir", "open", "touch", "close"} {
				_, _, clean := s.play(t)
				for n := 1; n <= clean.Calls(verb); n++ {
					for _, effect := range []string{"input/output error", "no space left", "late input/output error"} {
						text := fmt.Sprintf("%s %d+: %s", verb, n, effect)
						memory, w, _ := s.play(t, rule(t, text))
						crashes(w, memory, 2)
						if w.store != nil {
							w.note("close", w.store.Close())
						}
						w.check(memory, "after "+text)
						if w.fault != "" {
							t.Fatalf("%s: %s\n%s", text, w.fault, strings.Join(w.trace, "\n"))
						}
					}
				}
			}
		})
	}
}

// TestDropOrder: tombstones of all names are durable before the first file goes, and
// stay until the files are gone for good.
func TestDropOrder(t *testing.T) {
	s, memory := opened(t, first, second)
	faulty := disktest.NewInject(memory)
	var calls []string
	faulty.Before = func(verb, name string) {
		calls = append(calls, verb+filepath.Ext(name))
	}
	s.o.FS = faulty
	if err := s.Drop(names(first, second)...); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"create.void", "close.void", "create.void", "close.void", "syncdir",
		"remove.checkpoint", "remove.checkpoint", "syncdir",
		"remove.void", "remove.void",
	}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Error(diff)
	}
}

// TestSaveOrder: bytes are durable before they get their name, the name before Save
// returns.
func TestSaveOrder(t *testing.T) {
	s, memory := opened(t)
	faulty := disktest.NewInject(memory)
	var calls []string
	faulty.Before = func(verb, name string) { calls = append(calls, verb+filepath.Ext(name)) }
	s.o.FS = faulty
	if _, err := s.Save(ctx, first); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"create.staging", "write.staging", "write.staging", "write.staging", "touch.staging", "sync.staging", "close.staging",
		"rename.checkpoint", "syncdir",
	}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Error(diff)
	}
}

// TestCleared: a removal that fails leaves a tombstone, the error says so, and the
// next drop finishes it.
func TestCleared(t *testing.T) {
	now := ticking()
	memory := disktest.NewMemory(now)
	w := newWorld(memory, now)
	w.open()
	saveAll(neighbour, first, second)(w)
	faulty := disktest.NewInject(memory, rule(t, "remove 1+: permission denied"))
	w.store.o.FS = faulty
	names := []Name{nameOf(first), nameOf(second)}
	err := w.store.Drop(names...)
	var drop *DropError
	if !errors.As(err, &drop) || len(drop.Void) != 2 || len(drop.Loose) != 0 {
		t.Fatalf("%v, want both void", err)
	}
	for _, part := range []string{string(names[0]), string(names[1]), "void", "permission denied"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	w.is(names[0], absent)
	w.is(names[1], absent)
	for _, name := range names {
		if _, ok := memory.Read(w.store.path(name, checkpointSuffix)); !ok {
			t.Fatal("the file was to stay")
		}
	}
	crashes(w, memory, anyhow)
	// A save of the same name outlives the old tombstone.
	w.store.o.FS = memory
	w.save(again)
	crashes(w, memory, anyhow)
	if err := w.store.Drop(); err != nil {
		t.Fatal(err)
	}
	crashes(w, memory, anyhow)
	if w.fault != "" {
		t.Fatal(w.fault)
	}
	if entries, err := memory.List(storeDir); err != nil || len(entries) != 2 {
		t.Errorf("%v %v, want neighbour and the one saved again", entries, err)
	}
}

// TestLoose: where neither a tombstone nor a removal succeeds the error says that the
// checkpoint may come back, and it does not in this process.
func TestLoose(t *testing.T) {
	now := ticking()
	memory := disktest.NewMemory(now)
	w := newWorld(memory, now)
	w.open()
	saveAll(first)(w)
	w.store.o.FS = disktest.NewInject(memory, rule(t, "remove 1+: permission denied"), rule(t, "create 1+: no space left"))
	var drop *DropError
	err := w.store.Drop(nameOf(first))
	if !errors.As(err, &drop) || len(drop.Loose) != 1 || !strings.Contains(err.Error(), "neither removed nor void") {
		t.Fatal(err)
	}
	if names := w.store.Ancestors(model, first.Tokens); names != nil {
		t.Error(names)
	}
	// As soon as the disk works again it goes for good.
	w.store.o.FS = memory
	if _, err := w.store.GC(ctx); err != nil {
		t.Fatal(err)
	}
	w.is(nameOf(first), absent)
	crashes(w, memory, anyhow)
	if w.fault != "" {
		t.Fatal(w.fault)
	}
}

// TestVoidFileNotTakenForNew: a void file that could not be removed is still void when
// a save of the same name fails at its rename.
func TestVoidFileNotTakenForNew(t *testing.T) {
	for _, c := range []struct {
		collect bool
		rules   []string
	}{
		{false, []string{"rename 1: input/output error"}},
		{true, []string{"rename 1: input/output error"}},
		{false, []string{"rename 1: input/output error", "open 1+: input/output error"}},
		{true, []string{"rename 1: input/output error", "open 1+: input/output error"}},
	} {
		now := ticking()
		memory := disktest.NewMemory(now)
		w := newWorld(memory, now)
		w.open()
		saveAll(neighbour, first)(w)
		w.store.o.FS = disktest.NewInject(memory, rule(t, "remove 1+: permission denied"))
		var drop *DropError
		if err := w.store.Drop(nameOf(first)); !errors.As(err, &drop) {
			t.Fatal(err)
		}
		w.is(nameOf(first), absent)
		faulty := disktest.NewInject(memory)
		for _, text := range c.rules {
			faulty = disktest.NewInject(faulty, rule(t, text))
		}
		w.store.o.FS = faulty
		if _, err := w.store.Save(ctx, again); err == nil {
			t.Fatal("saved")
		}
		w.store.o.FS = memory
		if c.collect {
			if _, err := w.store.GC(ctx); err != nil {
				t.Error(err)
			}
			crashes(w, memory, anyhow)
		}
		if _, err := w.store.Restore(ctx, nameOf(first)); err == nil {
			t.Error("restored a void file")
		}
		crashes(w, memory, anyhow)
		if err := w.store.Drop(w.store.Ancestors(model, first.Tokens)...); err != nil {
			t.Error(err)
		}
		crashes(w, memory, anyhow)
		if w.fault != "" {
			t.Fatal(c.rules, w.fault)
		}
	}
}

// TestLockedUntilClosed: a second store on one directory is told who has it.
func TestLockedUntilClosed(t *testing.T) {
	memory := disktest.NewMemory(time.Now)
	o := Options{FS: memory, Clock: time.Now}
	s, err := Open(storeDir, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(storeDir, o); !errors.Is(err, ErrLocked) {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = Open(storeDir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
