package model

import (
	"context"

	"rowproof/engine/logits"
)

// Hook sees a forward that was made and the rows it computed, none if it was asked for
// none, and returns those that are to leave the model. A step of the draft head is a
// pass of one token.
type Hook func(p Pass, rows []logits.Row) ([]logits.Row, error)

// Intercept puts a hook around a model. States outlive the call that they come from:
// whatever trunk and head go on from one are seen as well. The result is Persistent if
// the model is.
func Intercept(m Model, hook Hook) Model {
	seen := &intercepted{m, hook}
	if p, ok := m.(Persistent); ok {
		return &interceptedPersistent{seen, p}
	}
	return seen
}

type intercepted struct {
	Model
	hook Hook
}

func (m *intercepted) NewTrunk() (Trunk, error) {
	t, err := m.Model.NewTrunk()
	if err != nil {
		return nil, err
	}
	return &interceptedTrunk{t, m.hook}, nil
}

func (m *intercepted) NewHead() (Head, error) {
	h, err := m.Model.NewHead()
	if err != nil {
		return nil, err
	}
	return &interceptedHead{h, m.hook}, nil
}

type interceptedPersistent struct {
	*intercepted
	inner Persistent
}

func (m *interceptedPersistent) Identity() ([32]byte, error) { return m.inner.Identity() }

// Export shows the model its own trunk and head.
func (m *interceptedPersistent) Export(s *State) ([]Tensor, error) {
	bare := *s
	if t, ok := s.Trunk.(*interceptedTrunk); ok {
		bare.Trunk = t.Trunk
	}
	if h, ok := s.Head.(*interceptedHead); ok {
		bare.Head = h.Head
	}
	return m.inner.Export(&bare)
}

func (m *interceptedPersistent) Import(tokens []int, row logits.Row, tensors []Tensor) (*State, error) {
	s, err := m.inner.Import(tokens, row, tensors)
	if err != nil {
		return nil, err
	}
	s.Trunk = &interceptedTrunk{s.Trunk, m.hook}
	if s.Head != nil {
		s.Head = &interceptedHead{s.Head, m.hook}
	}
	return s, nil
}

type interceptedTrunk struct {
	Trunk
	hook Hook
}

func (t *interceptedTrunk) Forward(ctx context.Context, p Pass) (Window, error) {
	w, err := t.Trunk.Forward(ctx, p)
	if err != nil {
		return w, err
	}
	w.Rows, err = t.hook(p, w.Rows)
	return w, err
}

func (t *interceptedTrunk) Clone() (Trunk, error) {
	c, err := t.Trunk.Clone()
	if err != nil {
		return nil, err
	}
	return &interceptedTrunk{c, t.hook}, nil
}

type interceptedHead struct {
	Head
	hook Hook
}

func (h *interceptedHead) Draft(ctx context.Context, hidden Hidden, token int) (logits.Row, Hidden, error) {
	row, next, err := h.Head.Draft(ctx, hidden, token)
	if err != nil {
		return row, next, err
	}
	rows, err := h.hook(Pass{Kind: Draft, Tokens: []int{token}, Rows: LastRow}, []logits.Row{row})
	if err != nil {
		return row, next, err
	}
	return rows[0], next, nil
}

func (h *interceptedHead) Clone() (Head, error) {
	c, err := h.Head.Clone()
	if err != nil {
		return nil, err
	}
	return &interceptedHead{c, h.hook}, nil
}
