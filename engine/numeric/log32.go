package numeric

import "math"

// log32Table holds, for sixteen intervals of the mantissa, 1/c and log(c) of a
// point c near the middle. Table and polynomial are those of Arm's
// optimized-routines (MIT), which glibc 2.36 uses for logf.
var log32Table = [16]struct{ invc, logc float64 }{
	{0x1.661ec79f8f3bep+0, -0x1.57bf7808caadep-2},
	{0x1.571ed4aaf883dp+0, -0x1.2bef0a7c06ddbp-2},
	{0x1.49539f0f010bp+0, -0x1.01eae7f513a67p-2},
	{0x1.3c995b0b80385p+0, -0x1.b31d8a68224e9p-3},
	{0x1.30d190c8864a5p+0, -0x1.6574f0ac07758p-3},
	{0x1.25e227b0b8eap+0, -0x1.1aa2bc79c81p-3},
	{0x1.1bb4a4a1a343fp+0, -0x1.a4e76ce8c0e5ep-4},
	{0x1.12358f08ae5bap+0, -0x1.1973c5a611cccp-4},
	{0x1.0953f419900a7p+0, -0x1.252f438e10c1ep-5},
	{0x1p+0, 0x0p+0},
	{0x1.e608cfd9a47acp-1, 0x1.aa5aa5df25984p-5},
	{0x1.ca4b31f026aap-1, 0x1.c5e53aa362eb4p-4},
	{0x1.b2036576afce6p-1, 0x1.526e57720db08p-3},
	{0x1.9c2d163a1aa2dp-1, 0x1.bc2860d224770p-3},
	{0x1.886e6037841edp-1, 0x1.1058bc8a07ee1p-2},
	{0x1.767dcf5534862p-1, 0x1.4043057b6ee09p-2},
}

const (
	log32Ln2 = 0x1.62e42fefa39efp-1
	log32A0  = -0x1.00ea348b88334p-2
	log32A1  = 0x1.5575b0be00b6ap-2
	log32A2  = -0x1.ffffef20a4123p-2
)

// Log32 is glibc's logf, bit for bit, with the usual special cases: log(0) is
// -Inf, log of a negative number or NaN is NaN.
func Log32(x float32) float32 {
	bits := math.Float32bits(x)
	switch {
	case bits == 0x3f800000:
		return 0
	case bits<<1 == 0:
		return float32(math.Inf(-1))
	case x != x || bits == 0x7f800000:
		return x
	case bits>>31 != 0:
		return float32(math.NaN())
	case bits < 0x00800000: // subnormal: normalise, then take the exponent back
		bits = math.Float32bits(x*0x1p23) - (23 << 23)
	}
	tmp := bits - 0x3f330000
	i := (tmp >> 19) % 16
	k := float64(int32(tmp) >> 23)
	z := float64(math.Float32frombits(bits - (tmp & 0xff800000)))

	r := float64(z*log32Table[i].invc) - 1
	y0 := log32Table[i].logc + float64(k*log32Ln2)
	r2 := float64(r * r)
	y := float64(log32A1*r) + log32A2
	y = float64(log32A0*r2) + y
	return float32(float64(y*r2) + (y0 + r))
}
