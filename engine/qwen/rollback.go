package qwen

import (
	"context"
	"fmt"
	"slices"

	"rowproof/engine/device"
	"rowproof/engine/model"
)

// mark is a place in a sequence: how long it was, by which forward its last token
// was appended, and the recurrent states. Keys and values are still in the caches
// as long as that token is in its place.
type mark struct {
	model  *Model
	length int
	last   uint64
	states []saved // of the layers, empty for full attention
}

type saved struct{ conv, delta device.Snapshot }

// Len is the number of tokens before the mark.
func (m *mark) Len() int { return m.length }

func (t *Trunk) last(length int) uint64 {
	if length == 0 {
		return 0
	}
	return t.history[length-1]
}

// Mark saves the recurrent states.
func (t *Trunk) Mark() (model.Mark, error) {
	m := &mark{model: t.model, length: t.Len(), last: t.last(t.Len()), states: make([]saved, len(t.memories))}
	for i, mem := range t.memories {
		if mem.delta == nil {
			continue
		}
		var err error
		if m.states[i].conv, err = mem.conv.Snapshot(); err != nil {
			return nil, err
		}
		if m.states[i].delta, err = mem.delta.Snapshot(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Rewind goes back to a mark of this trunk, or of the one that it was cloned from.
func (t *Trunk) Rewind(to model.Mark) error {
	m, ok := to.(*mark)
	if !ok || m == nil || m.model != t.model {
		return fmt.Errorf("%w: a mark of another model", model.ErrRewind)
	}
	if m.length > t.Len() || m.last != t.last(m.length) {
		return fmt.Errorf("%w: what was at the mark after %d tokens is gone", model.ErrRewind, m.length)
	}
	for i, mem := range t.memories {
		if mem.delta == nil {
			continue
		}
		if err := mem.conv.Restore(m.states[i].conv); err != nil {
			return err
		}
		if err := mem.delta.Restore(m.states[i].delta); err != nil {
			return err
		}
	}
	t.history = t.history[:m.length]
	t.window, t.valid = 0, false
	return nil
}

// Keep goes back to the first n tokens of the latest forward.
func (t *Trunk) Keep(n int) error {
	if n < 1 || n > t.window {
		return fmt.Errorf("%w: %d of the %d tokens of the latest forward", model.ErrRewind, n, t.window)
	}
	if t.Recurrent() && !t.valid {
		return fmt.Errorf("%w: no state was captured after token %d of %d", model.ErrRewind, n, t.window)
	}
	step := t.model.dev.Begin()
	for i, mem := range t.memories {
		if mem.delta == nil || n == t.window {
			continue
		}
		after := t.captured.from(i, n-1, &mem)
		step.Copy(mem.conv, after.conv, mem.conv.Len())
		step.Copy(mem.delta, after.delta, mem.delta.Len())
	}
	if err := step.Run(context.Background()); err != nil {
		return err
	}
	t.history = t.history[:t.Len()-t.window+n]
	t.window = n
	return nil
}

// Settle lets go of what was captured.
func (t *Trunk) Settle() { t.window, t.valid, t.captured = 0, false, nil }

// Clone is an independent copy, settled. It can be rewound to the same marks.
func (t *Trunk) Clone() (model.Trunk, error) {
	memories, err := t.model.copyMemories(t.memories, t.Len())
	if err != nil {
		return nil, err
	}
	return &Trunk{model: t.model, memories: memories, history: slices.Clone(t.history)}, nil
}
