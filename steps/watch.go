package steps

import (
	"context"
	"fmt"
	"math"

	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

// watched is a model whose forwards are noted: work that an answer took is seen
// where it is done, not where it is reported. What kept states do later is noted, too.
type watched struct {
	model.Model
	by *watch
}

// watch is what was noted of a model, and what is to go wrong with it once.
type watch struct {
	passes  []pass
	spoils  []*spoil
	spoilt  int  // rows
	unsound bool // the next export holds a NaN
}

// pass is a forward that computed rows, or the body of a prompt, which has none.
type pass struct {
	kind   model.Kind
	tokens int
	rows   []logits.Row
}

// spoil is one row that comes out broken, of a model that is healthy before and after.
type spoil struct {
	kind  model.Kind
	in    int // rows of that kind from here, from 1; 0 when it is done
	fault scripted.Fault
}

func (w *watch) note(kind model.Kind, tokens int, rows []logits.Row) []logits.Row {
	out := append([]logits.Row(nil), rows...)
	for i, row := range rows {
		for _, s := range w.spoils {
			if s.kind != kind || s.in == 0 {
				continue
			}
			if s.in--; s.in == 0 {
				out[i] = spoiled(row, s.fault)
				w.spoilt++
			}
		}
	}
	w.passes = append(w.passes, pass{kind, tokens, out})
	return out
}

// spoiled is a broken copy of a row.
func spoiled(row logits.Row, fault scripted.Fault) logits.Row {
	values := make([]float32, row.Width())
	row.Float32s(values)
	last := len(values) - 1
	switch fault {
	case scripted.OneNaN:
		values[last] = float32(math.NaN())
	case scripted.PosInf:
		values[last] = float32(math.Inf(1))
	default:
		with := float32(math.NaN())
		if fault == scripted.AllNeg {
			with = float32(math.Inf(-1))
		}
		for i := range values {
			values[i] = with
		}
	}
	return logits.F32(values)
}

func (m watched) NewTrunk() (model.Trunk, error) {
	t, err := m.Model.NewTrunk()
	if err != nil {
		return nil, err
	}
	return watchedTrunk{t, m.by}, nil
}

func (m watched) NewHead() (model.Head, error) {
	h, err := m.Model.NewHead()
	if err != nil {
		return nil, err
	}
	return watchedHead{h, m.by}, nil
}

// inner is the model as one whose states can be kept outside of it: all of ours are.
func (m watched) inner() (model.Persistent, error) {
	p, ok := m.Model.(model.Persistent)
	if !ok {
		return nil, fmt.Errorf("%w: a %T", model.ErrState, m.Model)
	}
	return p, nil
}

func (m watched) Identity() ([32]byte, error) {
	p, err := m.inner()
	if err != nil {
		return [32]byte{}, err
	}
	return p.Identity()
}

func (m watched) Export(s *model.State) ([]model.Tensor, error) {
	p, err := m.inner()
	if err != nil {
		return nil, err
	}
	bare := *s
	if t, ok := s.Trunk.(watchedTrunk); ok {
		bare.Trunk = t.Trunk
	}
	if h, ok := s.Head.(watchedHead); ok {
		bare.Head = h.Head
	}
	tensors, err := p.Export(&bare)
	if err == nil && m.by.unsound {
		m.by.unsound = false
		values := append([]float32(nil), tensors[0].Values...)
		values[0] = float32(math.NaN())
		tensors[0].Values = values
	}
	return tensors, err
}

func (m watched) Import(tokens []int, row logits.Row, tensors []model.Tensor) (*model.State, error) {
	p, err := m.inner()
	if err != nil {
		return nil, err
	}
	s, err := p.Import(tokens, row, tensors)
	if err != nil {
		return nil, err
	}
	s.Trunk = watchedTrunk{s.Trunk, m.by}
	if s.Head != nil {
		s.Head = watchedHead{s.Head, m.by}
	}
	return s, nil
}

type watchedTrunk struct {
	model.Trunk
	by *watch
}

func (t watchedTrunk) Forward(ctx context.Context, p model.Pass) (model.Window, error) {
	w, err := t.Trunk.Forward(ctx, p)
	w.Rows = t.by.note(p.Kind, len(p.Tokens), w.Rows)
	return w, err
}

func (t watchedTrunk) Clone() (model.Trunk, error) {
	c, err := t.Trunk.Clone()
	if err != nil {
		return nil, err
	}
	return watchedTrunk{c, t.by}, nil
}

type watchedHead struct {
	model.Head
	by *watch
}

func (h watchedHead) Draft(ctx context.Context, hidden model.Hidden, token int) (logits.Row, model.Hidden, error) {
	row, next, err := h.Head.Draft(ctx, hidden, token)
	if err != nil {
		return row, next, err
	}
	return h.by.note(model.Draft, 1, []logits.Row{row})[0], next, nil
}

func (h watchedHead) Clone() (model.Head, error) {
	c, err := h.Head.Clone()
	if err != nil {
		return nil, err
	}
	return watchedHead{c, h.by}, nil
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
