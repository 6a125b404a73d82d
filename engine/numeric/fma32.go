package numeric

import "math"

// FMA32 returns a*b+c rounded once to float32.
//
// float32(math.FMA(a, b, c)) would round twice, first to float64. Here the
// product is exact in float64 (24+24 bits fit in 53), the sum is split into its
// rounded value and its error, and the value is rounded to odd: an odd last bit
// remembers that something lies beyond it, so that the final rounding to 24
// bits cannot mistake a near-tie for a tie.
func FMA32(a, b, c float32) float32 {
	p := float64(a) * float64(b)
	d := float64(c)
	s := p + d
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return float32(s)
	}
	// Knuth's two-sum: e is exactly (p + d) - s.
	t := s - p
	e := (p - (s - t)) + (d - t)
	if e != 0 {
		bits := math.Float64bits(s)
		if bits&1 == 0 {
			if (e > 0) == (s > 0) {
				bits++
			} else {
				bits--
			}
			s = math.Float64frombits(bits)
		}
	}
	return float32(s)
}
