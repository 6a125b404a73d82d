package cpu

import (
	"math"

	"rowproof/engine/numeric"
)

// block is small enough for the stack and the first cache level.
const block = 256

// sigmoid sets dst[i] = 1/(1+exp(-x[i])); dst may be x. -Inf gives 0.
func sigmoid(dst, x []float32) {
	for i, v := range x {
		dst[i] = -v
	}
	numeric.ExpSub32(dst, dst[:len(x)], 0)
	for i, e := range dst[:len(x)] {
		dst[i] = 1 / (1 + e)
	}
}

// silu replaces x by x*sigmoid(x). -Inf gives NaN, as a product of Inf and 0 does.
func silu(x []float32) {
	var sig [block]float32
	for len(x) > 0 {
		n := min(len(x), block)
		sigmoid(sig[:n], x[:n])
		for i, f := range sig[:n] {
			x[i] *= f
		}
		x = x[n:]
	}
}

// softplus is log(exp(x)+1), as the oracle's logaddexp(x, 0).
func softplus(x float32) float32 {
	return max(x, 0) + log1p(numeric.Exp32(-float32(math.Abs(float64(x)))))
}

// log1p is log(1+x) for x in [0, 1]. What 1+x loses of x is put back as a
// factor (W. Kahan).
func log1p(x float32) float32 {
	u := 1 + x
	if u == 1 {
		return x
	}
	return numeric.Log32(u) * (x / (u - 1))
}
