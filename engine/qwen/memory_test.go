package qwen

import (
	"context"
	"errors"
	"testing"

	"rowproof/engine/device"
	"rowproof/engine/model"
)

// caches are the keys of all layers with full attention.
func caches(memories []memory) []device.Buffer {
	var all []device.Buffer
	for _, mem := range memories {
		if mem.delta == nil {
			all = append(all, mem.keys)
		}
	}
	return all
}

// TestACopyHasRoom: the first forward of a chunk behind a copy moves no cache.
func TestACopyHasRoom(t *testing.T) {
	m := tiny(t, "tiny-f32")
	s := stateOf(t, m, tokens(firstRoom, 20)) // whose caches are full
	clone, err := s.Clone()
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]*model.State{"clone": clone, "import": reimport(t, m, m, s)} {
		trunk, head := c.Trunk.(*Trunk), c.Head.(*Head)
		before := append(caches(trunk.memories), caches(head.memories)...)
		w := forward(t, trunk, model.Pass{Tokens: tokens(chunk, 21)})
		if err := head.Append(context.Background(), w.Hidden, tokens(chunk, 21)); err != nil {
			t.Fatal(err)
		}
		for i, b := range append(caches(trunk.memories), caches(head.memories)...) {
			if b != before[i] {
				t.Errorf("%s: cache %d was moved", what, i)
			}
		}
	}
}

// TestACopyHasNoRoomBeyondTheContext, and needs none.
func TestACopyHasNoRoomBeyondTheContext(t *testing.T) {
	p := partsOf(t)
	p.text["max_position_embeddings"] = 40
	m := load(t, p.write(t))
	s := stateOf(t, m, tokens(30, 22))
	for _, c := range []*model.State{must(s.Clone()), reimport(t, m, m, s)} {
		if room := c.Trunk.(*Trunk).memories[3].cached; room != 40 {
			t.Errorf("room for %d tokens", room)
		}
		forward(t, c.Trunk, model.Pass{Tokens: tokens(10, 23)})
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestGrowthThatFails half way, with some layers grown, leaves what there was.
func TestGrowthThatFails(t *testing.T) {
	m, d := loadCounted(t, "tiny-8l")
	s, same := stateOf(t, m, tokens(firstRoom, 24)), stateOf(t, m, tokens(firstRoom, 24))
	memories, halves := s.Trunk.(*Trunk).memories, 0
	for {
		d.most.Store(d.made.Load() + 2) // one layer's keys and values
		err := m.grow(context.Background(), memories, firstRoom, firstRoom+1)
		d.most.Store(0)
		sameExports(t, m, same, m, s)
		if err == nil {
			break
		}
		if !errors.Is(err, errFull) {
			t.Fatal(err)
		}
		halves++
	}
	if halves != 1 || memories[3].cached != 2*firstRoom || memories[7].cached != 2*firstRoom {
		t.Errorf("%d failures, room for %d and %d tokens", halves, memories[3].cached, memories[7].cached)
	}
	p := model.Pass{Tokens: tokens(9, 25), Rows: model.AllRows}
	if !sameRows(forward(t, s.Trunk, p).Rows, forward(t, same.Trunk, p).Rows) {
		t.Error("other rows")
	}
}
