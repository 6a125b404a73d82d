package fresh

import (
	"math"

	"rowproof/oracle"
)

// cells are all numbers of a question that may take any value.
type cells struct {
	n   int
	get func(i int) float64
	set func(i int, v float64)
}

// cellsOf knows rows and vectors. The probabilities of mixed distributions are not
// free: they add up.
func cellsOf(c *oracle.Case) cells {
	switch in := c.In.(type) {
	case *oracle.SparseCtorIn:
		return cellsIn(in.P)
	case *oracle.DS4In:
		return cellsIn(in.Row)
	case *oracle.Float64sIn:
		return cellsIn(in.F64)
	case *oracle.Float32sIn:
		return cellsIn(in.F32)
	}
	rows := rowsOf(c)
	if len(rows) == 0 {
		return cells{}
	}
	w := rows[0].Width()
	return cells{
		n:   w * len(rows),
		get: func(i int) float64 { return float64(rows[i/w].Value(i % w)) },
		set: func(i int, v float64) { setValue(rows[i/w], i%w, v) },
	}
}

func cellsIn[T float32 | float64](x []T) cells {
	return cells{len(x), func(i int) float64 { return float64(x[i]) }, func(i int, v float64) { x[i] = T(v) }}
}

func setValue(r *oracle.Row, i int, v float64) {
	r.Recipe = nil // the values are no longer what it says
	one := oracle.MakeRow(r.DType, []float32{float32(v)})
	if r.DType == oracle.F32 {
		r.F32[i] = one.F32[0]
	} else {
		r.U16[i] = one.U16[0]
	}
}

// plainValues makes finite values 0, in pieces that get smaller and smaller, and what
// cannot be 0 then 1 or at least whole. NaN and infinities stay: they are the point.
func (s *shrinker) plainValues() {
	n := cellsOf(s.best).n
	for step := n; step > 0; step /= 2 {
		for lo := 0; lo < n; lo += step {
			s.try(func(c *oracle.Case) bool { return change(c, lo, min(lo+step, n), func(float64) float64 { return 0 }) })
		}
	}
	for i := range n {
		if v := cellsOf(s.best).get(i); v != 0 && v != 1 {
			_ = s.try(func(c *oracle.Case) bool { return change(c, i, i+1, func(float64) float64 { return 1 }) }) ||
				s.try(func(c *oracle.Case) bool { return change(c, i, i+1, math.Trunc) })
		}
	}
}

// change reports whether any value in [lo, hi) became another one. A zero of either
// sign is left: it may be the sign that matters.
func change(c *oracle.Case, lo, hi int, f func(float64) float64) bool {
	x, changed := cellsOf(c), false
	for i := lo; i < hi; i++ {
		v := x.get(i)
		if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) || f(v) == v {
			continue
		}
		x.set(i, f(v))
		changed = true
	}
	return changed
}
