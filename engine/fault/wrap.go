//go:build faultinject

package fault

import (
	"context"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// Wrap puts a plan around a model, or into one that is wrapped. The function is to be
// called when the run is over: the plan ends, and a fault that was not reached is an
// ErrUnreached. What is wrapped is a model.Persistent if the model is one. It is not
// made of model.Intercept, which every build has: nothing that injects may be in a release.
func Wrap(m model.Model, p Plan) (model.Model, func() error) {
	if w, ok := m.(interface{ injects() *injector }); ok {
		return m, w.injects().arm(p)
	}
	in := &injector{}
	w := &wrapped{m, in}
	if inner, ok := m.(model.Persistent); ok {
		return &persistent{w, inner}, in.arm(p)
	}
	return w, in.arm(p)
}

type wrapped struct {
	model.Model
	in *injector
}

func (w *wrapped) injects() *injector { return w.in }

func (w *wrapped) NewTrunk() (model.Trunk, error) {
	t, err := w.Model.NewTrunk()
	if err != nil {
		return nil, err
	}
	return &trunk{t, w.in}, nil
}

func (w *wrapped) NewHead() (model.Head, error) {
	h, err := w.Model.NewHead()
	if err != nil {
		return nil, err
	}
	return &head{h, w.in}, nil
}

type persistent struct {
	*wrapped
	inner model.Persistent
}

func (p *persistent) Identity() ([32]byte, error) { return p.inner.Identity() }

// Export shows the model its own trunk and head.
func (p *persistent) Export(s *model.State) ([]model.Tensor, error) {
	bare := *s
	if t, ok := s.Trunk.(*trunk); ok {
		bare.Trunk = t.Trunk
	}
	if h, ok := s.Head.(*head); ok {
		bare.Head = h.Head
	}
	return p.inner.Export(&bare)
}

func (p *persistent) Import(tokens []int, row logits.Row, tensors []model.Tensor) (*model.State, error) {
	s, err := p.inner.Import(tokens, row, tensors)
	if err != nil {
		return nil, err
	}
	s.Trunk = &trunk{s.Trunk, p.in}
	if s.Head != nil {
		s.Head = &head{s.Head, p.in}
	}
	return s, nil
}

type trunk struct {
	model.Trunk
	in *injector
}

func (t *trunk) Forward(ctx context.Context, p model.Pass) (model.Window, error) {
	w, err := t.Trunk.Forward(ctx, p)
	if err != nil {
		return w, err
	}
	w.Rows, err = t.in.pass(p.Kind, w.Rows)
	return w, err
}

func (t *trunk) Clone() (model.Trunk, error) {
	c, err := t.Trunk.Clone()
	if err != nil {
		return nil, err
	}
	return &trunk{c, t.in}, nil
}

type head struct {
	model.Head
	in *injector
}

func (h *head) Draft(ctx context.Context, hidden model.Hidden, token int) (logits.Row, model.Hidden, error) {
	row, next, err := h.Head.Draft(ctx, hidden, token)
	if err != nil {
		return row, next, err
	}
	rows, err := h.in.pass(model.Draft, []logits.Row{row})
	if err != nil {
		return row, next, err
	}
	return rows[0], next, nil
}

func (h *head) Clone() (model.Head, error) {
	c, err := h.Head.Clone()
	if err != nil {
		return nil, err
	}
	return &head{c, h.in}, nil
}
