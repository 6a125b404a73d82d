package fresh

import (
	"math"
	"slices"
	"strings"

	"rowproof/oracle"
)

// rowsOf are the rows of a question, all of one width.
func rowsOf(c *oracle.Case) []*oracle.Row {
	several := func(rows oracle.Rows) []*oracle.Row {
		out := make([]*oracle.Row, len(rows))
		for i := range rows {
			out[i] = &rows[i]
		}
		return out
	}
	switch in := c.In.(type) {
	case *oracle.OrdinaryIn:
		return []*oracle.Row{&in.Row}
	case *oracle.NativeIn:
		return []*oracle.Row{&in.Row}
	case *oracle.LazyShapeIn:
		return []*oracle.Row{&in.Row}
	case *oracle.LazySampleIn:
		return []*oracle.Row{&in.Row}
	case *oracle.ArgPartitionIn:
		return []*oracle.Row{&in.Row}
	case *oracle.BatchIn:
		return several(in.Rows)
	case *oracle.GreedyIn:
		return several(in.Rows)
	case *oracle.PointIn:
		return several(in.Rows)
	case *oracle.CategoricalIn:
		return several(in.Rows)
	}
	return nil
}

// width is how many entries a question has beside each other: values of a row,
// tokens of a vocabulary, numbers of a vector, calls on a generator.
func width(c *oracle.Case) int {
	if rows := rowsOf(c); len(rows) > 0 {
		return rows[0].Width()
	}
	switch in := c.In.(type) {
	case *oracle.SparseCtorIn:
		return max(len(in.IDs), len(in.P))
	case *oracle.MixedIn:
		return in.Target.Width()
	case *oracle.DS4In:
		return len(in.Row)
	case *oracle.Float64sIn:
		return len(in.F64)
	case *oracle.Float32sIn:
		return len(in.F32)
	case *oracle.RNGIn:
		return len(in.Ops)
	case *oracle.KeySplitIn:
		return in.Num
	case *oracle.UniformIn:
		return volume(in.Shape)
	case *oracle.UniformRangeIn:
		return volume(in.Shape)
	}
	return 0
}

func volume(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// cutColumns takes entries [lo, hi) out. Ids behind them move up; an id among them
// goes with what hangs on it, or, where there must be one, moves to the next.
func cutColumns(c *oracle.Case, lo, hi int) bool {
	for _, r := range rowsOf(c) {
		*r = cutRow(*r, lo, hi)
	}
	left := width(c)
	if len(rowsOf(c)) == 0 {
		left -= hi - lo
	}
	moved := func(id int64) (int64, bool) {
		switch {
		case id < int64(lo):
			return id, true
		case id >= int64(hi):
			return id - int64(hi-lo), true
		default:
			return int64(min(lo, left-1)), false
		}
	}
	switch in := c.In.(type) {
	case *oracle.OrdinaryIn:
		in.TokenCounts = keep(in.TokenCounts, func(b *oracle.Count) (ok bool) { b.ID, ok = moved(b.ID); return ok })
		in.Overlay = keep(in.Overlay, func(b *oracle.Bias) (ok bool) { b.ID, ok = moved(b.ID); return ok })
	case *oracle.PointIn:
		for i := range in.Block {
			in.Block[i], _ = moved(in.Block[i])
		}
	case *oracle.ArgPartitionIn:
		in.KTh = min(in.KTh, left-1)
	case *oracle.SparseCtorIn:
		in.IDs = slices.Delete(in.IDs, min(lo, len(in.IDs)), min(hi, len(in.IDs)))
		in.P = slices.Delete(in.P, min(lo, len(in.P)), min(hi, len(in.P)))
	case *oracle.MixedIn:
		for i := range in.Tokens {
			in.Tokens[i], _ = moved(in.Tokens[i])
		}
		return cutDist(&in.Target, lo, hi, moved) && cutDist(&in.Draft, lo, hi, moved)
	case *oracle.DS4In:
		in.Row = slices.Delete(in.Row, lo, hi)
	case *oracle.Float64sIn:
		in.F64 = slices.Delete(in.F64, lo, hi)
	case *oracle.Float32sIn:
		in.F32 = slices.Delete(in.F32, lo, hi)
	case *oracle.RNGIn:
		in.Ops = slices.Delete(in.Ops, lo, hi)
	case *oracle.KeySplitIn:
		in.Num = left
	case *oracle.UniformIn:
		in.Shape = []int{left}
	case *oracle.UniformRangeIn:
		in.Shape = []int{left}
	}
	return true
}

func cutRow(r oracle.Row, lo, hi int) oracle.Row {
	r.Recipe = nil // the values are no longer what it says
	if r.DType == oracle.F32 {
		r.F32 = slices.Delete(r.F32, lo, hi)
	} else {
		r.U16 = slices.Delete(r.U16, lo, hi)
	}
	return r
}

// keep keeps the items that stay, as they are then.
func keep[T any](items []T, stays func(*T) bool) []T {
	var out []T
	for _, item := range items {
		if stays(&item) {
			out = append(out, item)
		}
	}
	return out
}

// cutDist takes tokens out of a distribution and makes what is left one again. It
// refuses to leave a sparse one empty: the oracle cannot hold that.
func cutDist(d *oracle.RawDist, lo, hi int, moved func(int64) (int64, bool)) bool {
	if d.Type == "dense" {
		d.All = slices.Delete(d.All, lo, hi)
		normalise(d.All)
		return true
	}
	var ids []int64
	var p oracle.F64s
	for i, id := range d.IDs {
		if to, stays := moved(id); stays {
			ids, p = append(ids, to), append(p, d.P[i])
		}
	}
	*d.Vocab -= hi - lo
	d.IDs, d.P = ids, p
	normalise(d.P)
	return len(ids) > 0
}

// normalise scales probabilities to a sum of 1, if they are such: with a NaN, an
// infinity or a negative number among them, or nothing but zeros, they stay.
func normalise(p []float64) {
	var at []int
	var weights []float64
	for i, v := range p {
		if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
			return
		}
		if v > 0 {
			at, weights = append(at, i), append(weights, v)
		}
	}
	if len(at) == 0 {
		return
	}
	for i, v := range unitMass(weights) {
		p[at[i]] = v
	}
}

// rowCount is how many rows, or tokens that are asked for, a question has.
func rowCount(c *oracle.Case) int {
	if in, ok := c.In.(*oracle.MixedIn); ok {
		return len(in.Tokens)
	}
	return len(rowsOf(c))
}

// dropRows takes out rows [lo, hi), each with its token and its kind.
func dropRows(c *oracle.Case, lo, hi int) bool {
	switch in := c.In.(type) {
	case *oracle.BatchIn:
		in.Rows, c.RowsKind = slices.Delete(in.Rows, lo, hi), slices.Delete(c.RowsKind, lo, hi)
	case *oracle.GreedyIn:
		in.Rows, in.RowsKind = slices.Delete(in.Rows, lo, hi), slices.Delete(in.RowsKind, lo, hi)
	case *oracle.PointIn:
		if kinds := strings.Split(c.Kind, "+"); len(kinds) == len(in.Rows) {
			c.Kind = strings.Join(slices.Delete(kinds, lo, hi), "+")
		}
		in.Rows, in.Block = slices.Delete(in.Rows, lo, hi), slices.Delete(in.Block, lo, hi)
	case *oracle.CategoricalIn:
		in.Rows = slices.Delete(in.Rows, lo, hi)
	case *oracle.MixedIn:
		in.Tokens = slices.Delete(in.Tokens, lo, hi)
	default:
		return false
	}
	return true
}

func countCount(c *oracle.Case) int {
	if in, ok := c.In.(*oracle.OrdinaryIn); ok {
		return len(in.TokenCounts)
	}
	return 0
}

func dropCounts(c *oracle.Case, lo, hi int) bool {
	in := c.In.(*oracle.OrdinaryIn) // nothing else has any
	in.TokenCounts = slices.Delete(in.TokenCounts, lo, hi)
	return true
}

func overlayCount(c *oracle.Case) int {
	if in, ok := c.In.(*oracle.OrdinaryIn); ok {
		return len(in.Overlay)
	}
	return 0
}

func dropOverlay(c *oracle.Case, lo, hi int) bool {
	in := c.In.(*oracle.OrdinaryIn) // nothing else has any
	in.Overlay = slices.Delete(in.Overlay, lo, hi)
	return true
}
