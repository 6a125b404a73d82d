package fresh

import (
	"math"

	"rowproof/oracle"
)

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

// formats are the formats of rows.
var formats = []oracle.DType{oracle.F32, oracle.BF16, oracle.F16}

// largest finite value of each format.
var largest = map[oracle.DType]float64{
	oracle.F32:  math.MaxFloat32,
	oracle.BF16: 0x1.fep127,
	oracle.F16:  65504,
}

// row makes a row of one of oracle.RowKinds.
func (s *stream) row(kind string, n int, dt oracle.DType) oracle.Row {
	if kind == "subnormals" && dt == oracle.F16 {
		return s.halfSubnormals(n)
	}
	return oracle.MakeRow(dt, s.values(kind, n, dt))
}

// rows makes one row per kind.
func (s *stream) rows(kinds []string, n int, dt oracle.DType) oracle.Rows {
	rows := make(oracle.Rows, len(kinds))
	for i, kind := range kinds {
		rows[i] = s.row(kind, n, dt)
	}
	return rows
}

func (s *stream) values(kind string, n int, dt oracle.DType) []float32 {
	x := make([]float32, n)
	fill := func(f func() float64) []float32 {
		for i := range x {
			x[i] = float32(f())
		}
		return x
	}
	spread := pick(s, 0.5, 2.0, 5.0)
	normal := func() float64 { return s.normal() * spread }
	switch kind {
	case "flat":
		return fill(func() float64 { return s.normal() / 1024 })
	case "ties_cutoff":
		spread = pick(s, 0.6, 1.2, 2.0)
		return fill(func() float64 { return math.RoundToEven(normal()) })
	case "all_equal":
		v := pick(s, 0, -3.5, 17.25, 1e-20, 1000)
		return fill(func() float64 { return v })
	case "extreme_spread":
		return fill(func() float64 { return s.normal() * 1e4 })
	case "overflow16":
		return fill(func() float64 { return s.normal() * 6e4 })
	case "peaked":
		fill(func() float64 { return -2 * s.exponential() })
		x[s.below(n)] = pick[float32](s, 12, 30, 95)
		return x
	case "signed_zero":
		return s.zeros(x)
	case "subnormals":
		fill(func() float64 { return float64(math.Float32frombits(uint32(s.between(1, 1<<23-1) | s.below(2)<<31))) })
		if s.oneIn(2) {
			x[s.below(n)] = 1
		}
		return x
	}
	fill(normal)
	s.spoil(x, kind, dt)
	return x
}

// spoil puts into ordinary values what a kind is named after.
func (s *stream) spoil(x []float32, kind string, dt oracle.DType) {
	n, at := len(x), s.below(len(x))
	switch kind {
	case "extreme_big":
		for range s.between(1, 3) {
			x[s.below(n)] = float32(largest[dt] * pick(s, 1, -1, 0.5, -0.25))
		}
	case "mask_single":
		mask(x, at)
	case "mask_few":
		mask(x, s.perm(n)[:s.between(1, min(n, 25))]...)
	case "nan_one":
		x[at] = nan
	case "nan_first":
		x[0] = nan
	case "nan_last":
		x[n-1] = nan
	case "posinf_one":
		x[at] = inf
	case "posinf_multi":
		for _, i := range s.perm(n)[:min(n, 3)] {
			x[i] = inf
		}
	case "all_neginf":
		mask(x)
	case "nan_posinf":
		p := s.perm(n)
		x[p[n-1]], x[p[0]] = inf, nan // NaN alone where there is one place only
	case "nan_masked":
		mask(x, at)
		x[s.below(n)] = nan
	}
}

// mask leaves only the named entries; the others are legally excluded.
func mask(x []float32, keep ...int) {
	kept := make([]float32, len(keep))
	for i, k := range keep {
		kept[i] = x[k]
	}
	for i := range x {
		x[i] = -inf
	}
	for i, k := range keep {
		x[k] = kept[i]
	}
}

// zeros are zeros of both signs, half of the rows with some -1 among them.
func (s *stream) zeros(x []float32) []float32 {
	for i := range x {
		x[i] = math.Float32frombits(uint32(s.below(2)) << 31)
	}
	if n := len(x); n > 3 && s.oneIn(2) {
		for _, i := range s.perm(n)[:n/3] {
			x[i] = -1
		}
	}
	return x
}

// halfSubnormals are bits: a float32 subnormal would round to zero in float16.
func (s *stream) halfSubnormals(n int) oracle.Row {
	r := oracle.Row{DType: oracle.F16, U16: make([]uint16, n)}
	for i := range r.U16 {
		r.U16[i] = uint16(s.between(1, 1<<10-1) | s.below(2)<<15)
	}
	return r
}
