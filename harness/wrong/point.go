package wrong

import (
	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

// point settles a block of copied tokens against the rows that score them.
func (h *hooks) point(in *oracle.PointIn) (oracle.Output, error) {
	g := numpy.New(in.RNGSeed)
	rows, refused := h.readAll(in.Rows, in.Cfg, h.block)
	if refused != nil {
		return h.refusePoint(refused, g), nil
	}
	broken := func(row int) bool { return !h.healthy(rows[row], in.Cfg) }
	for i, token := range short(in.Block) {
		if h.reached(i, broken) {
			return h.refusePoint(h.refusal(where(in.Cfg), rows[i]), g), nil
		}
		target, refused := h.distribute(rows[i], in.Cfg)
		if refused != nil {
			return h.refusePoint(refused, g), nil
		}
		certain := distribution{len(rows[i]), []int{token}, []float64{1}}
		v, err := h.verify(target, certain, token, g)
		switch {
		case err != nil:
			return nil, err
		case v.Err != nil:
			return &oracle.PointOut{Err: v.Err, Next: v.Next}, nil
		case !*v.Accepted:
			return &oracle.PointOut{Accepted: &i, Correction: v.Tok, Next: v.Next}, nil
		}
	}
	all := len(in.Block)
	return &oracle.PointOut{Accepted: &all, Next: *next(g)}, nil
}

func (h *hooks) refusePoint(refused *oracle.Err, g *numpy.Generator) *oracle.PointOut {
	draw := h.refuse(refused, g)
	return &oracle.PointOut{Err: draw.Err, Next: *draw.Next}
}
