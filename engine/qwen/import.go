package qwen

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rowproof/engine/device"
	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// Import makes the state that Export was given, bit for bit: what goes on from it is
// what would have gone on from that one. Its marks are not this one's. Names, shapes
// and lengths are judged before anything is allocated; values are not.
func (m *Model) Import(tokens []int, row logits.Row, tensors []model.Tensor) (*model.State, error) {
	if err := m.admit(0, tokens); err != nil {
		return nil, fmt.Errorf("%w: %w", model.ErrState, err)
	}
	if row.Width() != m.config.Vocabulary {
		return nil, fmt.Errorf("%w: a row of %d logits, of %d", model.ErrState, row.Width(), m.config.Vocabulary)
	}
	withHead := m.draft != nil && slices.ContainsFunc(tensors, func(t model.Tensor) bool { return strings.HasPrefix(t.Name, "head.") })
	values, err := match(m.parts(len(tokens), withHead), tensors)
	if err != nil {
		return nil, err
	}

	trunk := &Trunk{model: m, history: slices.Repeat([]uint64{m.forwards.Add(1)}, len(tokens))}
	s := &model.State{Tokens: slices.Clone(tokens), Trunk: trunk, Row: row}
	inTrunk := 2 * len(m.layers)
	if trunk.memories, err = m.restore(m.layers, len(tokens), values[:inTrunk]); err != nil {
		return nil, err
	}
	if withHead {
		head := &Head{model: m, length: len(tokens) - 1}
		if head.memories, err = m.restore(m.draft.layers, head.length, values[inTrunk:]); err != nil {
			return nil, err
		}
		s.Head = head
	}
	last, err := m.dev.Vector(values[len(values)-1])
	if err != nil {
		return nil, err
	}
	s.Hidden = m.wrap(last, 1)
	return s, nil
}

// match finds the values of each part. There must be nothing else.
func match(parts []part, tensors []model.Tensor) ([][]float32, error) {
	refuse := func(name, format string, args ...any) error {
		return fmt.Errorf("%w: %.200q: %s", model.ErrState, name, fmt.Sprintf(format, args...))
	}
	given := make(map[string]model.Tensor, len(tensors))
	for _, t := range tensors {
		if _, twice := given[t.Name]; twice {
			return nil, refuse(t.Name, "twice")
		}
		given[t.Name] = t
	}
	values := make([][]float32, len(parts))
	for i, p := range parts {
		t, ok := given[p.name]
		switch {
		case !ok:
			return nil, refuse(p.name, "missing")
		case !slices.Equal(t.Shape, p.shape):
			return nil, refuse(p.name, "shape %.200s, want %v", fmt.Sprint(t.Shape), p.shape)
		case len(t.Values) != p.size():
			return nil, refuse(p.name, "%d values for the shape %v", len(t.Values), p.shape)
		}
		values[i] = t.Values
		delete(given, p.name)
	}
	for _, t := range tensors {
		if _, left := given[t.Name]; left {
			return nil, refuse(t.Name, "no part of a state of these tokens")
		}
	}
	return values, nil
}

// restore makes the memories of layers from the values of their parts.
func (m *Model) restore(layers []layer, used int, values [][]float32) ([]memory, error) {
	memories := make([]memory, len(layers))
	for i := range layers {
		if layers[i].attention != nil && used == 0 {
			continue
		}
		mem, err := m.newMemory(&layers[i])
		if err != nil {
			return nil, err
		}
		first, second := device.Buffer(mem.conv), device.Buffer(mem.delta)
		if mem.delta == nil {
			if mem, err = m.newCache(m.roomBehind(used)); err != nil {
				return nil, err
			}
			first, second = mem.keys, mem.values
		}
		step := m.dev.Begin() // one a layer: what carries the values to the device is not needed longer
		for j, dst := range []device.Buffer{first, second} {
			from := values[2*i+j]
			src, err := m.dev.Vector(from)
			if err != nil {
				return nil, err
			}
			step.Copy(dst, src, len(from))
		}
		if err := step.Run(context.Background()); err != nil {
			return nil, err
		}
		memories[i] = mem
	}
	return memories, nil
}
