package cpu

import "math"

// math.Pi/2 as the sum of two float64.
const (
	halfPiHigh = 0x1.921fb54442d18p0
	halfPiLow  = math.Pi/2 - halfPiHigh
)

// farAngle is where the quarter turns stop fitting the reduction. A float32 has
// long been too coarse for a phase there; all that is left is to stay in [-1, 1].
const farAngle = 1 << 31

// sincos returns the sine and cosine of an angle in radians, within one unit in
// the last place of float32 for |x| < 2^31. package math would do, but is fused
// on some machines and not on others. The series are Taylor's. NaN and
// infinities give NaN.
func sincos(x float32) (sin, cos float32) {
	angle := float64(x)
	if math.Abs(angle) >= farAngle {
		angle = math.Mod(angle, 4*halfPiHigh)
	}
	quarters := math.RoundToEven(angle * (2 / math.Pi))
	r := math.FMA(-quarters, halfPiLow, math.FMA(-quarters, halfPiHigh, angle))
	z := float64(r * r)
	p := math.FMA(z, 1.0/6227020800, -1.0/39916800)
	p = math.FMA(z, p, 1.0/362880)
	p = math.FMA(z, p, -1.0/5040)
	p = math.FMA(z, p, 1.0/120)
	p = math.FMA(z, p, -1.0/6)
	s := float32(math.FMA(float64(r*z), p, r))
	q := math.FMA(z, -1.0/87178291200, 1.0/479001600)
	q = math.FMA(z, q, -1.0/3628800)
	q = math.FMA(z, q, 1.0/40320)
	q = math.FMA(z, q, -1.0/720)
	q = math.FMA(z, q, 1.0/24)
	q = math.FMA(z, q, -1.0/2)
	c := float32(math.FMA(z, q, 1))
	switch int64(quarters) & 3 {
	case 0:
		return s, c
	case 1:
		return c, -s
	case 2:
		return -s, -c
	}
	return -c, s
}
