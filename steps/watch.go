package steps

import (
	"context"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// watched is a model whose forwards are noted: work that an answer took is seen
// where it is done, not where it is reported.
type watched struct {
	model.Model
	noted *[]pass
}

// pass is a forward that computed rows, or the body of a prompt, which has none.
type pass struct {
	kind   model.Kind
	tokens int
	rows   []logits.Row
}

func (m watched) NewTrunk() (model.Trunk, error) {
	t, err := m.Model.NewTrunk()
	if err != nil {
		return nil, err
	}
	return watchedTrunk{t, m.noted}, nil
}

func (m watched) NewHead() (model.Head, error) {
	h, err := m.Model.NewHead()
	if err != nil {
		return nil, err
	}
	return watchedHead{h, m.noted}, nil
}

type watchedTrunk struct {
	model.Trunk
	noted *[]pass
}

func (t watchedTrunk) Forward(ctx context.Context, p model.Pass) (model.Window, error) {
	w, err := t.Trunk.Forward(ctx, p)
	*t.noted = append(*t.noted, pass{p.Kind, len(p.Tokens), w.Rows})
	return w, err
}

func (t watchedTrunk) Clone() (model.Trunk, error) {
	c, err := t.Trunk.Clone()
	if err != nil {
		return nil, err
	}
	return watchedTrunk{c, t.noted}, nil
}

type watchedHead struct {
	model.Head
	noted *[]pass
}

func (h watchedHead) Draft(ctx context.Context, hidden model.Hidden, token int) (logits.Row, model.Hidden, error) {
	row, next, err := h.Head.Draft(ctx, hidden, token)
	*h.noted = append(*h.noted, pass{model.Draft, 1, []logits.Row{row}})
	return row, next, err
}

func (h watchedHead) Clone() (model.Head, error) {
	c, err := h.Head.Clone()
	if err != nil {
		return nil, err
	}
	return watchedHead{c, h.noted}, nil
}

// watchedStream is a random stream whose draws are noted.
type watchedStream struct {
	stream interface {
		Float64() float64
		Choice(p []float64) (int, error)
	}
	noted *[]string
}

func (s watchedStream) Float64() float64 {
	*s.noted = append(*s.noted, "uniform")
	return s.stream.Float64()
}

func (s watchedStream) Choice(p []float64) (int, error) {
	*s.noted = append(*s.noted, "choice")
	return s.stream.Choice(p)
}
