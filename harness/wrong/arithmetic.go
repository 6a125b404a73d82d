package wrong

import (
	"math"

	"rowproof/engine/numeric"
)

// pairwise is NumPy's sum: eight running sums in blocks of at most 128 values,
// blocks halved at a multiple of eight.
func pairwise(x []float64) float64 {
	n := len(x)
	if n > 128 {
		half := n / 2 / 8 * 8
		return pairwise(x[:half]) + pairwise(x[half:])
	}
	var r [8]float64
	whole := n / 8 * 8
	for i, v := range x[:whole] {
		r[i%8] += v
	}
	sum := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
	for _, v := range x[whole:] {
		sum += v
	}
	return sum
}

// sequential is a sum as anyone would write it.
func sequential[F float32 | float64](x []F) F {
	var sum F
	for _, v := range x {
		sum += v
	}
	return sum
}

// top32 is the greatest value; a NaN anywhere wins.
func top32(x []float32) float32 {
	top := float32(math.Inf(-1))
	for _, v := range x {
		top = max(top, v) // of a number and a NaN, Go's max is the NaN
	}
	return top
}

// logSumExp32 is MLX's, in float32 throughout.
func logSumExp32(exp func(float32) float32, x []float32) float32 {
	top := top32(x)
	if top != top || math.IsInf(float64(top), 0) {
		return top
	}
	var sum float32
	for _, v := range x {
		sum += exp(v - top)
	}
	return numeric.Log32(sum) + top
}

// softmax32 is MLX's: it multiplies by the reciprocal of the sum.
func (h *hooks) softmax32(x []float32) []float32 {
	top := top32(x)
	p := make([]float32, len(x))
	for i, v := range x {
		p[i] = h.exp32(v - top)
	}
	factor := 1 / sequential(p)
	for i := range p {
		p[i] *= factor
	}
	return p
}

// softmax64 divides by the temperature and returns NumPy's softmax. A NaN reaches
// every value of it.
func (h *hooks) softmax64(x []float64, temperature float64) []float64 {
	p := make([]float64, len(x))
	top := math.Inf(-1)
	for i, v := range x {
		p[i] = v / temperature
		top = max(top, p[i])
	}
	for i := range p {
		p[i] = h.exp64(p[i] - top)
	}
	normalise(h.sum64, p)
	return p
}

// normalise divides by the sum.
func normalise(sum func([]float64) float64, p []float64) {
	total := sum(p)
	for i := range p {
		p[i] /= total
	}
}

// hasMass reports whether a sum can be divided by.
func hasMass(total float64) bool { return total > 0 && !math.IsInf(total, 0) }

// atMostOne leaves a NaN to the 1, as a minimum that compares does.
func atMostOne(x float64) float64 {
	if x < 1 {
		return x
	}
	return 1
}
