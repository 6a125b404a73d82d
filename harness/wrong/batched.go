package wrong

import (
	"slices"

	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

// batched asks in the order of the law: does the route apply, are the parameters
// allowed, is every row healthy; only then is a row weighed.
func (h *hooks) batched(entry string, in *oracle.BatchIn) (oracle.Output, error) {
	if routeOf(in.Cfg) != byTopK {
		if entry == oracle.EntryBind {
			return &oracle.BatchOut{Err: valueError("temperature and top_k must be above zero")}, nil
		}
		return &oracle.BatchOut{None: true}, nil
	}
	rows, refused := h.readAll(in.Rows, in.Cfg, h.batch)
	var dists []distribution
	if refused == nil {
		switch entry {
		case oracle.EntryBind:
			dists, refused = h.bound(rows, in.Cfg)
		case oracle.EntryBatched:
			dists, refused = h.together(rows, in.Cfg)
		case oracle.EntrySparseRows:
			dists, refused = h.each(rows, in.Cfg)
		default:
			return nil, unknown(entry)
		}
	}
	if refused != nil {
		return &oracle.BatchOut{Err: refused}, nil
	}
	return h.drawAll(dists, entry == oracle.EntrySparseRows, numpy.New(in.RNGSeed))
}

// drawAll draws once from every row.
func (h *hooks) drawAll(dists []distribution, apart bool, g *numpy.Generator) (oracle.Output, error) {
	out := &oracle.BatchOut{}
	for _, d := range dists {
		if apart {
			out.Dists = append(out.Dists, d.record())
		} else {
			out.IDs, out.P = append(out.IDs, wide(d.ids)), append(out.P, d.p)
		}
		draw, err := h.drawn(d, g)
		if err != nil {
			return nil, err
		}
		out.Draws = append(out.Draws, draw)
	}
	return out, nil
}

// each treats every row as if it stood alone.
func (h *hooks) each(rows [][]float64, cfg oracle.Config) ([]distribution, *oracle.Err) {
	var dists []distribution
	for _, x := range rows {
		d, refused := h.distribute(x, cfg)
		if refused != nil {
			return nil, refused
		}
		dists = append(dists, d)
	}
	return dists, nil
}

// together weighs the rows in one arithmetic: if float32 leaves one of them
// without mass, all are weighed in float64.
func (h *hooks) together(rows [][]float64, cfg oracle.Config) ([]distribution, *oracle.Err) {
	dists, noMass := make([]distribution, len(rows)), make([]bool, len(rows))
	for i, x := range rows {
		ids, mass := h.support(x, cfg)
		dists[i], noMass[i] = h.padded(ids, mass, len(x))
	}
	for i, host := range h.onHost(noMass) {
		if !host {
			continue
		}
		var refused *oracle.Err
		if dists[i], refused = h.hostPadded(rows[i], cfg); refused != nil {
			return nil, refused
		}
	}
	return dists, nil
}

// allIfAny sends all rows where one has to go.
func allIfAny(noMass []bool) []bool {
	out := make([]bool, len(noMass))
	for i := range out {
		out[i] = slices.Contains(noMass, true)
	}
	return out
}

// padded keeps every selected id, those without mass too, and sums in the order of
// selection. It reports true where there is no mass.
func (h *hooks) padded(ids []int, mass []float64, width int) (d distribution, noMass bool) {
	if !hasMass(h.sum64(mass)) {
		return distribution{}, true
	}
	normalise(h.sum64, mass)
	byID(ids, mass)
	return distribution{width, ids, mass}, false
}

// hostPadded fills a row of float64 mass up with id -1 and normalises it again.
func (h *hooks) hostPadded(x []float64, cfg oracle.Config) (distribution, *oracle.Err) {
	d, refused := h.hostSparse(x, cfg)
	if refused != nil {
		return distribution{}, refused
	}
	for len(d.ids) < min(cfg.TopK, len(x)) {
		d.ids, d.p = append(d.ids, -1), append(d.p, 0)
	}
	return h.settled(d.ids, d.p, d.width), nil
}

// bound weighs the k best of every row by float64 mass over the whole vocabulary.
func (h *hooks) bound(rows [][]float64, cfg oracle.Config) ([]distribution, *oracle.Err) {
	var dists []distribution
	for _, x := range rows {
		ids := h.selected(narrow(x), min(cfg.TopK, len(x)))
		all := h.softmax64(x, float64(cfg.Temperature))
		if !hasMass(h.sum64(all)) && !h.empty(all) {
			return nil, h.refusal(oracle.WhereSoftmax, x)
		}
		if nucleus(cfg) {
			h.byMass(ids, all)
		}
		mass := at(all, ids)
		if nucleus(cfg) {
			h.cut(mass, float64(cfg.TopP))
		}
		d, noMass := h.padded(ids, mass, len(x))
		if noMass {
			return nil, h.refusal(oracle.WhereSoftmax, x)
		}
		dists = append(dists, d)
	}
	return dists, nil
}
