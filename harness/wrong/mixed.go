package wrong

import (
	"math"
	"slices"

	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

func (h *hooks) mixed(in *oracle.MixedIn) (oracle.Output, error) {
	target, draft := restore(in.Target), restore(in.Draft)
	out := &oracle.MixedOut{Residual: h.residualOut(target, draft)}
	g := numpy.New(in.RNGSeed)
	for _, token := range short(in.Tokens) {
		p, refused := h.acceptance(target, draft, token)
		accept := oracle.F64OrErr{Err: refused}
		if refused == nil {
			accept.F64 = (*oracle.F64)(&p)
		}
		out.Accept = append(out.Accept, accept)
		v, err := h.verify(target, draft, token, g)
		if err != nil {
			return nil, err
		}
		out.Verify = append(out.Verify, v)
	}
	return out, nil
}

// restore takes recorded mass as it is.
func restore(d oracle.RawDist) distribution {
	if d.Type == "dense" {
		return distribution{width: len(d.All), p: d.All}
	}
	return distribution{d.Width(), short(d.IDs), d.P}
}

// acceptance is the probability of keeping a drafted token.
func (h *hooks) acceptance(target, draft distribution, token int) (float64, *oracle.Err) {
	if target.dense() && !h.target(target.p) {
		return 0, h.refusal(oracle.WhereAcceptance, target.p)
	}
	p, q := target.mass(token), draft.mass(token)
	switch {
	case q <= 0 && p > 0:
		return 1, nil
	case q <= 0:
		return 0, nil
	}
	return h.ratio(p, q), nil
}

// residual is what the target has over the draft, normalised, or the target where
// it has nothing over it.
func (h *hooks) residual(target, draft distribution) (d distribution, exhausted bool, refused *oracle.Err) {
	if target.dense() && !h.target(target.p) {
		return d, false, h.refusal(oracle.WhereAcceptance, target.p)
	}
	if !target.dense() && !draft.dense() {
		d, exhausted = h.sparseResidual(target, draft)
		return d, exhausted, nil
	}
	t, q := target.all(), draft.all()
	rest := make([]float64, len(t))
	for i := range t {
		rest[i] = positive(h.rest(t[i], q[i]))
	}
	if exhausted = !hasMass(h.sum64(rest)); exhausted {
		for i, p := range t {
			rest[i] = positive(p)
		}
	}
	if !hasMass(h.sum64(rest)) {
		return d, true, valueError("residual of a target without mass")
	}
	normalise(h.sum64, rest)
	return distribution{width: len(t), p: rest}, exhausted, nil
}

func (h *hooks) sparseResidual(target, draft distribution) (d distribution, exhausted bool) {
	var ids []int
	var rest []float64
	for _, id := range slices.Sorted(slices.Values(target.ids)) {
		if r := positive(h.rest(target.mass(id), draft.mass(id))); r > 0 {
			ids, rest = append(ids, id), append(rest, r)
		}
	}
	if !hasMass(h.sum64(rest)) {
		return target, true
	}
	normalise(h.sum64, rest)
	return h.settled(ids, rest, target.width), false
}

func positive(x float64) float64 {
	if x > 0 && !math.IsInf(x, 0) {
		return x
	}
	return 0
}

func (h *hooks) residualOut(target, draft distribution) oracle.ResidualOut {
	d, exhausted, refused := h.residual(target, draft)
	switch {
	case refused != nil:
		return oracle.ResidualOut{Err: refused}
	case d.dense():
		return oracle.ResidualOut{Dist: oracle.RawDist{Type: "dense", All: d.p}}
	}
	// Only two sparse ones give a sparse one, and only they hand the target back.
	return oracle.ResidualOut{IsTarget: exhausted, Dist: oracle.RawDist{Type: "sparse", Vocab: &d.width, IDs: wide(d.ids), P: d.p}}
}

// verify keeps a drafted token by one double, or replaces it by another.
func (h *hooks) verify(target, draft distribution, token int, g *numpy.Generator) (oracle.VerifyOut, error) {
	p, refused := h.acceptance(target, draft, token)
	if refused != nil {
		return h.refuseVerify(refused, g), nil
	}
	accepted := g.Float64() <= p
	if !accepted {
		d, _, refused := h.residual(target, draft)
		if refused != nil {
			return h.refuseVerify(refused, g), nil
		}
		var err error
		if token, err = h.draw(d, g); err != nil {
			return oracle.VerifyOut{}, err
		}
	}
	out := chosen(token, g)
	return oracle.VerifyOut{Accepted: &accepted, Tok: out.Tok, AcceptP: (*oracle.F64)(&p), Next: *out.Next}, nil
}

func (h *hooks) refuseVerify(refused *oracle.Err, g *numpy.Generator) oracle.VerifyOut {
	draw := h.refuse(refused, g)
	return oracle.VerifyOut{Err: draw.Err, Next: *draw.Next}
}
