package numeric

import "math"

// LogSumExp32 is mx.logsumexp over one float32 row: the maximum (NaN wins),
// the sequential sum of Exp32 of the differences, and Log32 of it. An infinite
// or NaN maximum is the result itself.
func LogSumExp32(x []float32) float32 {
	m := Max32(x)
	if m != m || math.IsInf(float64(m), 0) {
		return m
	}
	var block [1024]float32 // small enough to stay in the first cache level
	var s float32
	for len(x) > 0 {
		n := min(len(x), len(block))
		ExpSub32(block[:n], x[:n], m)
		s = AddTo32(s, block[:n])
		x = x[n:]
	}
	return float32(Log32(s) + m)
}

// Softmax32 is mx.softmax over one float32 row; dst and x have the same length.
// MLX multiplies by the reciprocal of the sum instead of dividing.
func Softmax32(dst, x []float32) {
	ExpSub32(dst, x, Max32(x))
	r := 1 / Sum32(dst)
	for i, e := range dst {
		dst[i] = float32(e * r)
	}
}
