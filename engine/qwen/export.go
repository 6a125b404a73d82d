package qwen

import (
	"context"
	"fmt"

	"rowproof/engine/device"
	"rowproof/engine/model"
)

var _ model.Persistent = (*Model)(nil)

// Export copies a state to the host. Layers are counted from 0; head tensors are
// there where the state has a head, of n-1 pairs:
//
//	trunk.L.keys, trunk.L.values  [n, KVHeads, HeadDim]    of full attention
//	trunk.L.conv                  [Kernel-1, Channels]     of the others
//	trunk.L.delta                 [LinearValueHeads, LinearValueDim, LinearKeyDim]
//	head.L.keys, head.L.values    [n-1, KVHeads, HeadDim]
//	hidden                        [Hidden]                 of the last token
//
// A state that is not of this model, or whose parts are not of one length, is a
// model.ErrState.
func (m *Model) Export(s *model.State) ([]model.Tensor, error) {
	buffers, err := m.buffers(s)
	if err != nil {
		return nil, err
	}
	step := m.dev.Begin()
	var tensors []model.Tensor
	for i, p := range m.parts(len(s.Tokens), s.Head != nil) {
		t := model.Tensor{Name: p.name, Shape: p.shape, Values: make([]float32, p.size())}
		if len(t.Values) > 0 { // a head without pairs has no cache
			step.Read(t.Values, buffers[i])
		}
		tensors = append(tensors, t)
	}
	return tensors, step.Run(context.Background())
}

// buffers are where the parts of a state lie, in the order of parts.
func (m *Model) buffers(s *model.State) ([]device.Buffer, error) {
	n := len(s.Tokens)
	trunk, ok := s.Trunk.(*Trunk)
	if !ok || trunk.model != m {
		return nil, fmt.Errorf("%w: a trunk of another model", model.ErrState)
	}
	if n == 0 || trunk.Len() != n {
		return nil, fmt.Errorf("%w: a trunk of %d tokens for %d", model.ErrState, trunk.Len(), n)
	}
	memories := trunk.memories
	if s.Head != nil {
		head, ok := s.Head.(*Head)
		if !ok || head.model != m {
			return nil, fmt.Errorf("%w: a draft head of another model", model.ErrState)
		}
		if head.Len() != n-1 {
			return nil, fmt.Errorf("%w: a draft head of %d pairs for %d tokens", model.ErrState, head.Len(), n)
		}
		memories = append(memories[:len(memories):len(memories)], head.memories...)
	}
	last, err := m.own(s.Hidden)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", model.ErrState, err)
	}
	if last.Len() != 1 {
		return nil, fmt.Errorf("%w: %d hidden states, of one token", model.ErrState, last.Len())
	}
	var all []device.Buffer
	for _, mem := range memories {
		if mem.delta != nil {
			all = append(all, mem.conv, mem.delta)
		} else {
			all = append(all, mem.keys, mem.values)
		}
	}
	return append(all, last.Slice(0, 1).(hidden)[0].buffer), nil
}

// part is the name and the shape of one tensor of a state.
type part struct {
	name  string
	shape []int
}

func (p part) size() int {
	n := 1
	for _, d := range p.shape {
		n *= d
	}
	return n
}

// parts are the tensors of a state of so many tokens: two for each layer of the
// trunk, two for each of the head, and the hidden state.
func (m *Model) parts(tokens int, withHead bool) []part {
	var all []part
	for i := range m.layers {
		all = append(all, m.config.parts(fmt.Sprintf("trunk.%d.", i), &m.layers[i], tokens)...)
	}
	if withHead {
		for i := range m.draft.layers {
			all = append(all, m.config.parts(fmt.Sprintf("head.%d.", i), &m.draft.layers[i], tokens-1)...)
		}
	}
	return append(all, part{"hidden", []int{m.config.Hidden}})
}

func (c Config) parts(prefix string, l *layer, rows int) []part {
	if l.delta == nil {
		return []part{
			{prefix + "keys", []int{rows, c.KVHeads, c.HeadDim}},
			{prefix + "values", []int{rows, c.KVHeads, c.HeadDim}},
		}
	}
	d := c.delta()
	return []part{
		{prefix + "conv", []int{c.Kernel - 1, d.Channels()}},
		{prefix + "delta", []int{d.ValueHeads, d.ValueWidth, d.KeyWidth}},
	}
}
