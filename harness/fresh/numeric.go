package fresh

import (
	"math"

	"rowproof/oracle"
)

var (
	sumWidths = []int{1, 7, 8, 9, 20, 127, 128, 129, 257, 1000, 4097}
	lseWidths = []int{1, 2, 20, 64, 65, 257, 4097}
)

// numeric makes vectors for the functions under the samplers.
func numeric(s *stream, slot int) *oracle.Case {
	switch {
	case slot < 12:
		return &oracle.Case{Kind: "exp64", Entry: "np.exp", In: &oracle.Float64sIn{F64: s.exponents64()}}
	case slot < 20:
		x := s.singles(300, func() float64 { return s.unit() * -92 })
		copy(x, []float32{0, float32(math.Copysign(0, -1)), -87.6831, -87.69, -88, -89, -inf})
		return &oracle.Case{Kind: "exp32", Entry: "mx.exp", In: &oracle.Float32sIn{F32: x}}
	case slot < 28:
		x := s.singles(300, func() float64 { return s.scale(-20, 20) })
		if slot%2 == 1 {
			x = s.singles(300, s.unit)
		}
		copy(x, []float32{1, math.SmallestNonzeroFloat32, math.MaxFloat32, inf, 0})
		return &oracle.Case{Kind: "log32", Entry: "mx.log", In: &oracle.Float32sIn{F32: x}}
	case slot < 39:
		x := make(oracle.Raw64, sumWidths[slot-28])
		for i := range x {
			x[i] = s.scale(-20, 20)
		}
		return &oracle.Case{Kind: "sum64", Entry: "np.sum", In: &oracle.Float64sIn{F64: x}}
	case slot < 46:
		x := s.singles(lseWidths[slot-39], func() float64 { return s.normal() * 4 })
		return &oracle.Case{Kind: "lse32", Entry: "mx.logsumexp", In: &oracle.Float32sIn{F32: x}}
	default:
		i := slot - 46
		kind, n := []string{"normal", "ties_cutoff", "all_equal", "nan_one"}[i%4], []int{4, 20, 64, 65, 257}[i%5]
		row := s.row(kind, n, formats[i%3])
		return &oracle.Case{Kind: "argpartition", Entry: "mx.argpartition(-row,kth)", In: &oracle.ArgPartitionIn{Row: row, KTh: s.below(n)}}
	}
}

func (s *stream) singles(n int, value func() float64) oracle.Raw32 {
	x := make(oracle.Raw32, n)
	for i := range x {
		x[i] = float32(value())
	}
	return x
}

// exponents64 are arguments as a softmax has them: not positive, many of them small,
// down to where the result is subnormal and then nothing.
func (s *stream) exponents64() oracle.Raw64 {
	x := oracle.Raw64{0, math.Copysign(0, -1), -708.5, -745.13, -745.2, -1e300, math.Inf(-1)}
	for len(x) < 120 {
		x = append(x, s.unit()*-40)
	}
	for len(x) < 180 {
		x = append(x, s.unit()*-745)
	}
	for len(x) < 200 {
		x = append(x, -s.scale(-63, 0))
	}
	return x
}
