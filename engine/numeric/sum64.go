package numeric

import "math"

// SumPairwise is np.sum over contiguous float64: eight running sums in blocks
// of at most 128, blocks added pairwise. The split points are part of the
// result. An empty sum is +0.
func SumPairwise(x []float64) float64 { return 0 + pairwise(x) }

func pairwise(x []float64) float64 {
	n := len(x)
	switch {
	case n < 8:
		// From -0, so that a sum of negative zeros keeps its sign.
		s := math.Copysign(0, -1)
		for _, v := range x {
			s += v
		}
		return s
	case n <= 128:
		r := [8]float64(x[:8])
		i := 8
		for ; i+8 <= n; i += 8 {
			b := (*[8]float64)(x[i:])
			r[0] += b[0]
			r[1] += b[1]
			r[2] += b[2]
			r[3] += b[3]
			r[4] += b[4]
			r[5] += b[5]
			r[6] += b[6]
			r[7] += b[7]
		}
		s := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
		for _, v := range x[i:] {
			s += v
		}
		return s
	}
	half := n / 2
	half -= half % 8
	return pairwise(x[:half]) + pairwise(x[half:])
}
