package checkpoint

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/checkpoint/disk/disktest"
)

// pool is what random histories are about: three conversations with common beginnings.
var pool = func() []*Snapshot {
	var all []*Snapshot
	for variant := range uint64(2) {
		for _, tokens := range [][]int{
			upTo(1, 2), upTo(1, 4), upTo(1, 7), append(upTo(1, 4), 70, 71), append(upTo(1, 2), 80), upTo(90, 3),
		} {
			all = append(all, snapshot(tokens, variant, 3))
		}
	}
	return all
}()

// TestHistories holds random histories of saves, drops, restores, evictions, faults,
// restarts and crashes against the model of world: what may be there.
func TestHistories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := ticking()
		memory := disktest.NewMemory(now)
		w := newWorld(memory, now)
		w.broken = []error{syscall.EIO, syscall.ENOSPC, syscall.EACCES, disktest.ErrCrashed, ErrBudget, ErrClosed}
		w.o.Budget = rapid.SampledFrom([]int64{0, 900, 1500}).Draw(t, "budget")
		faulty := disktest.NewInject(memory)
		w.fs = faulty
		w.open()

		one := rapid.SampledFrom(pool)
		// heal puts a file system without rules under the store.
		heal := func(rules ...disktest.Rule) {
			faulty = disktest.NewInject(memory, rules...)
			w.fs = faulty
			if w.store != nil {
				w.store.o.FS = faulty
			}
		}
		reboot := func(keep disktest.Keep, seed uint64) {
			memory = memory.Crash(keep, seed)
			w.store = nil
			heal()
			w.open()
		}
		t.Repeat(map[string]func(*rapid.T){
			"save":    func(t *rapid.T) { w.save(one.Draw(t, "snapshot")) },
			"drop":    func(t *rapid.T) { w.drop(nameOf(one.Draw(t, "snapshot"))) },
			"restore": func(t *rapid.T) { w.restore(nameOf(one.Draw(t, "snapshot"))) },
			"forget": func(t *rapid.T) {
				if w.store != nil {
					w.drop(w.store.Ancestors(model, one.Draw(t, "snapshot").Tokens)...)
				}
			},
			"pin": func(t *rapid.T) {
				name := nameOf(one.Draw(t, "snapshot"))
				if w.store == nil {
					return
				}
				if w.pinned[name] {
					w.store.Unpin(name)
					delete(w.pinned, name)
				} else {
					w.store.Pin(name)
					w.pinned[name] = true
				}
			},
			"collect": func(*rapid.T) {
				if w.store != nil {
					_, err := w.store.GC(ctx)
					w.note("gc", err)
				}
			},
			"restart": func(*rapid.T) { w.reopen() },
			"fault": func(t *rapid.T) {
				verb := rapid.SampledFrom([]string{"any", "create", "write", "sync", "rename", "remove", "syncdir", "open", "close"}).Draw(t, "verb")
				plus := rapid.SampledFrom([]string{"", "+"}).Draw(t, "and later")
				effect := rapid.SampledFrom(append(slices.Clone(effects), "permission denied")).Draw(t, "effect")
				if strings.HasPrefix(effect, "short") {
					verb = "write"
				}
				r, err := disktest.ParseRule(fmt.Sprintf("%s %d%s: %s", verb, rapid.IntRange(1, 8).Draw(t, "n"), plus, effect))
				if err != nil {
					t.Fatal(err)
				}
				heal(r)
			},
			"heal": func(*rapid.T) {
				if !faulty.Crashed() {
					heal()
				}
			},
			"crash": func(t *rapid.T) {
				reboot(disktest.Keep(rapid.IntRange(0, 2).Draw(t, "keep")), rapid.Uint64().Draw(t, "seed"))
			},
			"": func(t *rapid.T) {
				if faulty.Crashed() {
					reboot(disktest.Part, rapid.Uint64().Draw(t, "seed"))
				}
				if w.store != nil {
					finds(w)
				}
				for seed := range uint64(2) {
					w.check(memory.Crash(disktest.Keep(seed*2), seed), "if the machine crashed")
				}
				if w.fault != "" {
					t.Fatalf("%s\n%s", w.fault, strings.Join(w.trace, "\n"))
				}
			},
		})
	})
}

// finds compares what a store finds with a slow search of what it lists, and its
// bytes with its budget.
func finds(w *world) {
	stored := map[Name]int{}
	for _, i := range w.store.List() {
		stored[i.Name] = i.Tokens
	}
	for _, s := range pool {
		var want []Name
		for n := range len(s.Tokens) + 1 {
			if name := NameOf(model, s.Tokens[:n]); stored[name] == n && n > 0 {
				want = append(want, name)
			}
		}
		if got := w.store.Ancestors(model, s.Tokens); !slices.Equal(got, want) {
			w.failf("ancestors %v, want %v", got, want)
		}
		name, length, ok := w.store.Longest(model, s.Tokens)
		if ok != (want != nil) || ok && (name != want[len(want)-1] || stored[name] != length) {
			w.failf("longest %s, want of %v", name, want)
		}
	}
	sum := int64(0)
	for _, i := range w.store.List() {
		sum += i.Size
	}
	if sum != w.store.bytes() {
		w.failf("%d bytes listed, %d counted", sum, w.store.bytes())
	}
}

// TestHistoriesCanFail: the model notices a store that does not drop.
func TestHistoriesCanFail(t *testing.T) {
	now := ticking()
	memory := disktest.NewMemory(now)
	w := newWorld(memory, now)
	w.open()
	w.save(first)
	before := memory.Crash(disktest.Everything, 0)
	w.drop(nameOf(first))
	w.check(before, "later")
	if !strings.Contains(w.fault, "a checkpoint that was dropped") {
		t.Errorf("%q", w.fault)
	}
}
