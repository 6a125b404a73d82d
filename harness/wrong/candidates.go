package wrong

import (
	"math"
	"slices"

	"rowproof/oracle"
)

// candidate is a token with its logit over temperature.
type candidate struct {
	id    int
	value float32
}

// best are the first m values in order of rank: greatest first, NaN last.
func (h *hooks) best(values []float32, m int) []candidate {
	var best []candidate
	for id, v := range values {
		c := candidate{id, v}
		if len(best) == m {
			if !h.before(c, best[m-1]) {
				continue
			}
			best = best[:m-1]
		}
		at := len(best)
		for at > 0 && h.before(c, best[at-1]) {
			at--
		}
		best = slices.Insert(best, at, c)
	}
	return best
}

// before is the order of rank.
func (h *hooks) before(a, b candidate) bool {
	if nanA, nanB := a.value != a.value, b.value != b.value; nanA != nanB {
		return nanB
	}
	if a.value != b.value && a.value == a.value {
		return a.value > b.value
	}
	return h.tie(a.id, b.id) < 0
}

// seen is how many candidates the oracle looks at for each one it keeps.
const seen = 4

// spills reports whether a tie with the k-th may reach beyond the candidates: the
// worst of them that is a number is not below it.
func spills(ranked []candidate, k int) bool {
	for i := len(ranked) - 1; i >= 0; i-- {
		if v := ranked[i].value; v == v {
			return v >= ranked[k-1].value
		}
	}
	return false
}

// support are the k best tokens of a row in the order of selection with their mass
// before normalisation. What the nucleus leaves out keeps its place with mass 0.
func (h *hooks) support(x []float64, cfg oracle.Config) (ids []int, mass []float64) {
	scaled := make([]float32, len(x))
	for i, v := range x {
		scaled[i] = h.scale(float32(v), float64(cfg.Temperature))
	}
	k := h.limit(scaled, min(cfg.TopK, len(x)))
	m := len(x)
	if k <= m/seen { // k first: a huge one times seen may not fit
		m = seen * k
	}
	ranked := h.best(scaled, m)
	spilt := len(ranked) > k && h.spills(ranked, k)
	if spilt {
		ids = h.selected(scaled, k)
	} else {
		for _, c := range ranked[:k] {
			ids = append(ids, c.id)
		}
	}
	values := at(scaled, ids)
	if !nucleus(cfg) {
		return ids, h.plainMass(values, spilt)
	}
	ids, mass = h.shareOf(h.lse32(h.exp32, h.total(scaled, values)), ids, values, spilt)
	h.cut(mass, float64(cfg.TopP))
	return ids, mass
}

// plainMass weighs the k best among themselves: in float64, but in float32 where
// they were selected by value.
func (h *hooks) plainMass(values []float32, spilt bool) []float64 {
	mass := make([]float64, len(values))
	if spilt {
		for i, v := range h.softmax32(values) {
			mass[i] = float64(v)
		}
		return mass
	}
	top := float64(top32(values))
	for i, v := range values {
		mass[i] = h.exp64(float64(v) - top)
	}
	normalise(h.sum64, mass)
	return mass
}

// shareOf weighs tokens against the log of a total, best first.
func (h *hooks) shareOf(total float32, ids []int, values []float32, unsorted bool) ([]int, []float64) {
	shares := make([]candidate, len(ids))
	for i, v := range values {
		shares[i] = candidate{ids[i], h.exp32(v - total)}
	}
	if unsorted {
		slices.SortFunc(shares, func(a, b candidate) int {
			if h.before(a, b) {
				return -1
			}
			return 1
		})
	}
	mass := make([]float64, len(ids))
	for i, s := range shares {
		ids[i], mass[i] = s.id, float64(s.value)
	}
	return ids, mass
}

// cut takes the mass of every token before which topP is reached.
func (h *hooks) cut(mass []float64, topP float64) {
	before := 0.0
	for i, p := range mass {
		if !h.inside(before, topP) {
			mass[i] = 0
		}
		before += p
	}
}

// selected are the k best by value, in the order in which a partition leaves them.
func (h *hooks) selected(values []float32, k int) []int {
	keys := make([]float32, len(values))
	for i := range keys {
		keys[i] = float32(math.Inf(1))
	}
	for _, c := range h.best(values, k) {
		keys[c.id] = -c.value
	}
	ids := make([]int, k)
	for i, id := range h.partition(keys, k-1)[:k] {
		ids[i] = int(id)
	}
	return ids
}

func at[T any](values []T, ids []int) []T {
	out := make([]T, len(ids))
	for i, id := range ids {
		out[i] = values[id]
	}
	return out
}
