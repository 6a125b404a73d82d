package engine_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"rowproof/engine"
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk/disktest"
	"rowproof/engine/family"
	"rowproof/harness/scripted"
)

// pinned are the tokens of what is stored, and whether it is pinned.
func pinned(s *checkpoint.Store) map[int]bool {
	found := map[int]bool{}
	for _, i := range s.List() {
		found[i.Tokens] = i.Pinned
	}
	return found
}

func budgeted(t *testing.T, budget int64) (*checkpoint.Store, *volume, *disktest.Memory) {
	t.Helper()
	memory := disktest.NewMemory(time.Now)
	v := &volume{memory}
	s, err := checkpoint.Open("store", checkpoint.Options{FS: v, Clock: time.Now, Guard: family.Qwen{}.Guard, Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, v, memory
}

// TestALongerStateTakesItsOwnPlace: a budget for one state of a conversation, not for
// two, still keeps the latest one.
func TestALongerStateTakesItsOwnPlace(t *testing.T) {
	s, _, _ := budgeted(t, 450)
	g := generator(t, scripted.New(conversation), engine.Options{Store: s})
	for _, n := range []int{3, 8, 12} {
		j, err := g.Submit(context.Background(), ask(n, 4))
		if err != nil {
			t.Fatal(err)
		}
		var last engine.Event
		for e := range j.Events() {
			last = e
		}
		if got := pinned(s); last.Unsaved != nil || len(got) != 1 || !got[n+4] {
			t.Errorf("%d tokens: %v, stored and pinned: %v", n+4, last.Unsaved, got)
		}
	}
	g.Close()
	if got := pinned(s); got[16] {
		t.Error("pinned after its Generator is gone")
	}
}

// TestAnEvictionThatFailsIsNoSaveThatFailed: the new state is on disk and stays there.
func TestAnEvictionThatFailsIsNoSaveThatFailed(t *testing.T) {
	s, v, memory := budgeted(t, 450)
	g := generator(t, scripted.New(conversation), engine.Options{Store: s})
	if _, err := g.Generate(context.Background(), ask(3, 4)); err != nil {
		t.Fatal(err)
	}
	v.fail(t, memory, "remove 1+: permission denied")
	j, err := g.Submit(context.Background(), ask(8, 4))
	if err != nil {
		t.Fatal(err)
	}
	var last engine.Event
	for e := range j.Events() {
		last = e
	}
	var left *checkpoint.DropError
	if !errors.As(last.Unsaved, &left) {
		t.Errorf("%v", last.Unsaved)
	}
	if got := pinned(s); !got[12] {
		t.Errorf("stored and pinned: %v", got)
	}
}
