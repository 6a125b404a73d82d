package explain

import (
	"fmt"
	"strconv"

	"rowproof/oracle"
)

// numbers are the values of a case that can be drawn.
type numbers struct {
	name   string // "row", "row 2 (nan_first)", "target, dense", ...
	values []float64
	width  int // of a value in bits as text: 32 or 64
}

// format writes one of the values as the shortest decimal of its type.
func (n numbers) format(v float64) string { return strconv.FormatFloat(v, 'g', -1, n.width) }

// drawn lists what a case holds that can be drawn; nil where it holds none (seeds alone).
func drawn(c *oracle.Case) []numbers {
	switch in := c.In.(type) {
	case *oracle.OrdinaryIn:
		return []numbers{one(c, in.Row)}
	case *oracle.NativeIn:
		return []numbers{one(c, in.Row)}
	case *oracle.LazyShapeIn:
		return []numbers{one(c, in.Row)}
	case *oracle.LazySampleIn:
		return []numbers{one(c, in.Row)}
	case *oracle.ArgPartitionIn:
		return []numbers{one(c, in.Row)}
	case *oracle.BatchIn:
		return several(in.Rows, c.RowsKind)
	case *oracle.PointIn:
		return several(in.Rows, c.RowsKind)
	case *oracle.GreedyIn:
		return several(in.Rows, in.RowsKind)
	case *oracle.CategoricalIn:
		return several(in.Rows, nil)
	case *oracle.MixedIn:
		return []numbers{dist("target", in.Target), dist("draft", in.Draft)}
	case *oracle.SparseCtorIn:
		return []numbers{{fmt.Sprintf("probabilities of %d ids", len(in.IDs)), in.P, 64}}
	case *oracle.Float64sIn:
		return []numbers{{"input", in.F64, 64}}
	case *oracle.Float32sIn:
		return []numbers{{"input", widen(in.F32), 32}}
	case *oracle.DS4In:
		return []numbers{{"row (f32, " + in.RowKind + ")", widen(in.Row), 32}}
	}
	return nil
}

func one(c *oracle.Case, r oracle.Row) numbers {
	title := fmt.Sprintf("row (%s, %s)", r.DType, c.Kind)
	if in, ok := c.In.(*oracle.OrdinaryIn); ok && len(in.TokenCounts)+len(in.Overlay) > 0 {
		// The verdict is on the row after them, and can be another.
		title += ", before its penalties"
	}
	return numbers{title, valuesOf(r), 32}
}

func several(rows oracle.Rows, kinds []string) []numbers {
	var list []numbers
	for i, r := range rows {
		what := string(r.DType)
		if i < len(kinds) {
			what += ", " + kinds[i]
		}
		list = append(list, numbers{fmt.Sprintf("row %d (%s)", i, what), valuesOf(r), 32})
	}
	return list
}

func dist(name string, d oracle.RawDist) numbers {
	if d.Type == "dense" {
		return numbers{name + " (dense)", d.All, 64}
	}
	return numbers{fmt.Sprintf("%s (sparse, %d of %d ids)", name, len(d.IDs), *d.Vocab), d.P, 64}
}

func valuesOf(r oracle.Row) []float64 {
	values := make([]float64, r.Width())
	for i := range values {
		values[i] = float64(r.Value(i))
	}
	return values
}

func widen(row []float32) []float64 {
	values := make([]float64, len(row))
	for i, v := range row {
		values[i] = float64(v)
	}
	return values
}
