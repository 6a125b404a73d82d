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

// firstRoom is the room of a cache, in tokens, when it is first used.
const firstRoom = 256

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
// that a token is moved about once. Nothing has changed after an error.
func (m *Model) grow(ctx context.Context, memories []memory, used, need int) error {
	var grown []memory
	step := m.dev.Begin()
	for i := range memories {
		old := &memories[i]
		if old.delta != nil || need <= old.cached {
			continue
		}
		room := max(firstRoom, old.cached)
		for room < need {
			room *= 2
		}
		c, err := m.copyCache(step, old, used, min(room, m.config.Context))
		if err != nil {
			return err
		}
		grown = append(grown, c)
	}
	if len(grown) == 0 {
		return nil
	}
	if err := step.Run(ctx); err != nil {
		return err
	}
	for i := range memories {
		if old := &memories[i]; old.delta == nil && need > old.cached {
			*old, grown = grown[0], grown[1:]
		}
	}
	return nil
}

// copyCache records the copy of a cache into one with other room.
func (m *Model) copyCache(step device.Step, old *memory, used, room int) (memory, error) {
	width := m.config.cacheWidth()
	keys, err := m.dev.Buffer(room * width)
	if err != nil {
		return memory{}, err
	}
	values, err := m.dev.Buffer(room * width)
	if err != nil {
		return memory{}, err
	}
	if used > 0 {
		step.Copy(keys, old.keys, used*width)
		step.Copy(values, old.values, used*width)
	}
	return memory{keys: keys, values: values, cached: room}, nil
}

// copyMemories is an independent copy of caches that hold used tokens.
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
			*now, err = m.copyCache(step, old, used, used)
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
