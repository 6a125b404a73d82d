package wrong

import (
	"fmt"
	"math"
	"slices"

	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

// distribution is mass over a vocabulary: of some ids, or, where ids is nil, of all.
type distribution struct {
	width int
	ids   []int
	p     []float64
}

func (d distribution) dense() bool { return d.ids == nil }

// mass of one token.
func (d distribution) mass(id int) float64 {
	if d.dense() {
		return d.p[id]
	}
	if i := slices.Index(d.ids, id); i >= 0 {
		return d.p[i]
	}
	return 0
}

// all is the mass of every token.
func (d distribution) all() []float64 {
	p := make([]float64, d.width)
	for id := range p {
		p[id] = d.mass(id)
	}
	return p
}

// record is the distribution in a receipt's words.
func (d distribution) record() *oracle.Dist {
	if d.dense() {
		return oracle.DenseDist(d.p)
	}
	return oracle.SparseDist(d.width, wide(d.ids), d.p)
}

// newSparse is the oracle's constructor: entries that are not finite count as
// nothing, the rest is normalised.
func (h *hooks) newSparse(ids []int, p []float64, width int) (distribution, *oracle.Err) {
	if len(ids) != len(p) || len(ids) == 0 {
		return distribution{}, valueError("ids and probabilities must be as many, and some")
	}
	kept := make([]float64, len(p))
	for i, v := range p {
		if v < 0 && !math.IsInf(v, 0) {
			return distribution{}, valueError("negative probability")
		}
		if v > 0 && !math.IsInf(v, 0) {
			kept[i] = v
		}
	}
	if !hasMass(h.sum64(kept)) && !h.empty(kept) {
		return distribution{}, h.refusal(oracle.WhereSparse, p)
	}
	normalise(h.sum64, kept)
	return distribution{width, ids, kept}, nil
}

// settled makes a distribution of mass that was normalised before: the constructor
// does it once more.
func (h *hooks) settled(ids []int, p []float64, width int) distribution {
	h.again(h.sum64, p)
	return distribution{width, ids, p}
}

// distribute turns a row into the distribution of its route.
func (h *hooks) distribute(x []float64, cfg oracle.Config) (distribution, *oracle.Err) {
	switch routeOf(cfg) {
	case byMass, byArgmax:
		p, refused := h.hostMass(x, cfg)
		return distribution{width: len(x), p: p}, refused
	}
	if d, ok := h.onDevice(x, cfg); ok {
		return d, nil
	}
	// float32 was not enough for this temperature; float64 may be.
	return h.hostSparse(x, cfg)
}

// onDevice sums the support in the order of selection, then sorts it by id. It
// reports false where there is no finite positive mass.
func (h *hooks) onDevice(x []float64, cfg oracle.Config) (distribution, bool) {
	ids, mass := h.support(x, cfg)
	var kept []int
	var p []float64
	for i, v := range mass {
		if v > 0 {
			kept, p = append(kept, ids[i]), append(p, v)
		}
	}
	if !hasMass(h.sum64(p)) {
		return distribution{}, false
	}
	normalise(h.sum64, p)
	byID(kept, p)
	return h.settled(kept, p, len(x)), true
}

// hostMass is the float64 reference: softmax, nucleus, top k.
func (h *hooks) hostMass(x []float64, cfg oracle.Config) ([]float64, *oracle.Err) {
	if routeOf(cfg) == byArgmax {
		p := make([]float64, len(x))
		p[h.argmax(x)] = 1
		return p, nil
	}
	p := h.softmax64(x, float64(cfg.Temperature))
	if !hasMass(h.sum64(p)) && !h.empty(p) {
		return nil, h.refusal(oracle.WhereSoftmax, x)
	}
	return h.filter(p, cfg), nil
}

// filter keeps the best ids while top_k and the nucleus last, and normalises.
func (h *hooks) filter(p []float64, cfg oracle.Config) []float64 {
	limit, topP := len(p), math.Inf(1)
	if 0 < cfg.TopK {
		limit = min(limit, cfg.TopK)
	}
	if nucleus(cfg) {
		topP = float64(cfg.TopP)
	}
	kept := make([]float64, len(p))
	if limit == len(p) && !nucleus(cfg) {
		copy(kept, p)
	} else {
		before := 0.0
		for _, id := range h.ranking(p)[:limit] {
			if !h.inside(before, topP) {
				break
			}
			kept[id] = p[id]
			before += p[id]
		}
	}
	normalise(h.sum64, kept)
	return kept
}

// ranking orders ids by mass, greatest first.
func (h *hooks) ranking(p []float64) []int {
	ids := make([]int, len(p))
	for i := range ids {
		ids[i] = i
	}
	h.byMass(ids, p)
	return ids
}

// byMass sorts ids by the mass they have in p, greatest first.
func (h *hooks) byMass(ids []int, p []float64) {
	slices.SortFunc(ids, func(a, b int) int {
		switch {
		case p[a] > p[b]:
			return -1
		case p[a] < p[b]:
			return 1
		}
		return h.tie(a, b)
	})
}

// hostSparse are the entries of hostMass that have any.
func (h *hooks) hostSparse(x []float64, cfg oracle.Config) (distribution, *oracle.Err) {
	all, refused := h.hostMass(x, cfg)
	if refused != nil {
		return distribution{}, refused
	}
	var ids []int
	var p []float64
	for id, v := range all {
		if v > 0 {
			ids, p = append(ids, id), append(p, v)
		}
	}
	return h.settled(ids, p, len(x)), nil
}

// draw picks a token with one double from the stream. Dense mass is divided by its
// sum once more.
func (h *hooks) draw(d distribution, g *numpy.Generator) (int, error) {
	p := append([]float64(nil), d.p...)
	if d.dense() {
		normalise(h.sum64, p)
	}
	i, err := h.choice(g, p)
	if err != nil {
		return 0, fmt.Errorf("draw: %w", err)
	}
	if d.dense() {
		return i, nil
	}
	return d.ids[i], nil
}

// byID sorts ids and their mass by id.
func byID(ids []int, p []float64) {
	mass := map[int]float64{}
	for i, id := range ids {
		mass[id] = p[i]
	}
	slices.Sort(ids)
	for i, id := range ids {
		p[i] = mass[id]
	}
}

func wide(ids []int) []int64 {
	out := make([]int64, len(ids))
	for i, id := range ids {
		out[i] = int64(id)
	}
	return out
}

func short(ids []int64) []int {
	out := make([]int, len(ids))
	for i, id := range ids {
		out[i] = int(id)
	}
	return out
}
