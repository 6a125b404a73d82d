package numeric

import "math"

// Coefficients of 2^f on [-0.5, 0.5], highest power first: the float32
// polynomial that MLX 0.32.2 evaluates on its CPU device.
const (
	exp32C5 = 1.535336188319500e-4
	exp32C4 = 1.339887440266574e-3
	exp32C3 = 9.618437357674640e-3
	exp32C2 = 5.550332471162809e-2
	exp32C1 = 2.402264791363012e-1
	exp32C0 = 6.931472028550421e-1

	exp32Log2E = 1.442695
	exp32Limit = 88 // beyond it the result is +Inf or 0 by decree
)

// Exp32 is MLX's float32 exponential. It is not a correctly rounded exp: near
// -87 it is up to 64 ulp away from one, and it flushes to zero below about
// -87.68, so a "better" exp would change recorded probabilities.
func Exp32(x float32) float32 {
	switch {
	case x != x:
		return x
	case x > exp32Limit:
		return float32(math.Inf(1))
	case x < -exp32Limit:
		return 0
	}
	y := float32(x * exp32Log2E)
	// Half-up, not half-even: taken in float64, where y+0.5 is exact enough.
	n := math.Floor(float64(y) + 0.5)
	f := float32(y - float32(n))
	p := FMA32(f, exp32C5, exp32C4)
	p = FMA32(f, p, exp32C3)
	p = FMA32(f, p, exp32C2)
	p = FMA32(f, p, exp32C1)
	p = FMA32(f, p, exp32C0)
	p = FMA32(f, p, 1)
	// n = -127 yields the bits of zero: there is never a subnormal result.
	return float32(p * math.Float32frombits(uint32(int32(n)+127)<<23))
}
