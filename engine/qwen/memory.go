package qwen

import (
	"context"

	"rowproof/engine/device"
)

// memory is what one layer remembers of a sequence: keys and values of all its
// tokens, or a recurrent state.
type memory struct {
	keys, values device.Buffer // [cached, KVHeads, HeadDim]; nil as long as nothing is cached
	cached       int           // tokens there is room for

	conv, delta device.State // nil for full attention
}

// Room of caches, in tokens: when first used, and what a copy has beyond what it holds,
// so that a forward of a chunk need not move all of it again.
const (
	firstRoom = 256
	spareRoom = chunk
)

func (m *Model) newMemory(l *layer) (memory, error) {
	if l.delta == nil {
		return memory{}, nil
	}
	shape := m.config.delta()
	conv, err := m.dev.State((m.config.Kernel - 1) * shape.Channels())
	if err != nil {
		return memory{}, err
	}
	state, err := m.dev.State(shape.StateLen())
	return memory{conv: conv, delta: state}, err
}

func (c Config) cacheWidth() int { return c.KVHeads * c.HeadDim }

// grow makes room for need tokens in caches that hold used. Room is doubled, so
// that a token is moved about once. Layers grow one after the other: at no time is
// more than one of them there twice. After an error some have grown, but all hold
// what they held.
func (m *Model) grow(ctx context.Context, memories []memory, used, need int) error {
	for i := range memories {
		old := &memories[i]
		if old.delta != nil || need <= old.cached {
			continue
		}
		room := max(firstRoom, old.cached)
		for room < need {
			room *= 2
		}
		step := m.dev.Begin()
		grown, err := m.copyCache(step, old, used, min(room, m.config.Context))
		if err != nil {
			return err
		}
		if err := step.Run(ctx); err != nil {
			return err
		}
		*old = grown
	}
	return nil
}

// roomBehind is the room of a copied cache that holds used tokens.
func (m *Model) roomBehind(used int) int { return min(used+spareRoom, m.config.Context) }

func (m *Model) newCache(room int) (memory, error) {
	width := m.config.cacheWidth()
	keys, err := m.dev.Buffer(room * width)
	if err != nil {
		return memory{}, err
	}
	values, err := m.dev.Buffer(room * width)
	return memory{keys: keys, values: values, cached: room}, err
}

// copyCache records the copy of a cache into one with other room.
func (m *Model) copyCache(step device.Step, old *memory, used, room int) (memory, error) {
	c, err := m.newCache(room)
	if err == nil && used > 0 {
		width := m.config.cacheWidth()
		step.Copy(c.keys, old.keys, used*width)
		step.Copy(c.values, old.values, used*width)
	}
	return c, err
}

// copyMemories is an independent copy of caches that hold used tokens, with room for
// some more.
func (m *Model) copyMemories(memories []memory, used int) ([]memory, error) {
	copies := make([]memory, len(memories))
	step := m.dev.Begin()
	for i := range memories {
		old, now := &memories[i], &copies[i]
		var err error
		switch {
		case old.delta != nil:
			if now.conv, err = m.copyState(old.conv); err == nil {
				now.delta, err = m.copyState(old.delta)
			}
		case used > 0:
			*now, err = m.copyCache(step, old, used, m.roomBehind(used))
		}
		if err != nil {
			return nil, err
		}
	}
	return copies, step.Run(context.Background())
}

func (m *Model) copyState(old device.State) (device.State, error) {
	saved, err := old.Snapshot()
	if err != nil {
		return nil, err
	}
	s, err := m.dev.State(old.Len())
	if err != nil {
		return nil, err
	}
	return s, s.Restore(saved)
}
