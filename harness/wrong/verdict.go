package wrong

import (
	"math"

	"rowproof/oracle"
)

// healthy is the law: no NaN, and a finite maximum.
func healthy(x []float64) bool {
	top := math.Inf(-1)
	for _, v := range x {
		if math.IsNaN(v) {
			return false
		}
		top = max(top, v)
	}
	return !math.IsInf(top, 0)
}

// census counts NaNs, and infinities of both signs.
func census(x []float64) (nan, inf int) {
	for _, v := range x {
		switch {
		case math.IsNaN(v):
			nan++
		case math.IsInf(v, 0):
			inf++
		}
	}
	return nan, inf
}

// argmax is the first of the greatest values. A NaN in front stays, any other
// never wins: the bare loop that the check has to stand before.
func argmax(x []float64) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}

// firstOf names the first broken row.
func firstOf(rows int, broken func(row int) bool) int {
	for i := range rows {
		if broken(i) {
			return i
		}
	}
	return nobody
}

// finite reports whether a vector of probabilities holds only numbers.
func finite(p []float64) bool {
	nan, inf := census(p)
	return nan+inf == 0
}

// refusal is a numerical error with the census of what was read.
func (h *hooks) refusal(where string, x []float64) *oracle.Err {
	nan, inf := h.census(x)
	return oracle.NonFinite(where, nan, inf, len(x))
}

func valueError(msg string) *oracle.Err { return &oracle.Err{Kind: oracle.KindValue, Msg: msg} }

// where names the reader that refuses a row.
func where(c oracle.Config) string {
	if routeOf(c) == byArgmax {
		return oracle.WhereGreedy
	}
	return oracle.WhereSoftmax
}

// read returns a row after its penalties, or the refusal of it.
func (h *hooks) read(in *oracle.OrdinaryIn) ([]float64, *oracle.Err) {
	raw := h.logits(in.Row)
	x := h.penalise(raw, in)
	if seen := h.judged(raw, x); !h.healthy(seen, in.Cfg) {
		return nil, h.refusal(where(in.Cfg), seen)
	}
	return x, nil
}

// readAll returns the rows of one call, or the refusal of the one that judge
// names. Such rows have no penalties.
func (h *hooks) readAll(rows oracle.Rows, cfg oracle.Config, judge func(int, func(int) bool) int) ([][]float64, *oracle.Err) {
	var all [][]float64
	for _, r := range rows {
		all = append(all, h.logits(r))
	}
	broken := func(row int) bool { return !h.healthy(all[row], cfg) }
	if row := judge(len(rows), broken); row != nobody {
		return nil, h.refusal(where(cfg), all[row])
	}
	return all, nil
}

// argmaxOnly are the parameters of the sites that never sample.
var argmaxOnly oracle.Config
