package numeric

import "math"

// BF16ToF32 widens bfloat16 bits exactly.
func BF16ToF32(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) }

// F32ToBF16 rounds to the nearest bfloat16, ties to even; a NaN stays a quiet
// NaN.
func F32ToBF16(f float32) uint16 {
	b := math.Float32bits(f)
	if f != f {
		return uint16(b>>16) | 0x40
	}
	return uint16((b + 0x7fff + (b >> 16 & 1)) >> 16)
}

// F16ToF32 widens IEEE half-precision bits exactly.
func F16ToF32(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	exponent := uint32(h >> 10 & 0x1f)
	mantissa := uint32(h & 0x3ff)
	switch exponent {
	case 0: // zero or subnormal: mantissa * 2^-24, exact in float32
		return math.Float32frombits(math.Float32bits(float32(mantissa)*0x1p-24) | sign)
	case 0x1f:
		return math.Float32frombits(sign | 0x7f800000 | mantissa<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | mantissa<<13)
}

// F32ToF16 rounds to the nearest half-precision value, ties to even; what
// rounds beyond 65504 becomes an infinity, a NaN stays a quiet NaN.
func F32ToF16(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b >> 16 & 0x8000)
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return sign | 0x7e00 | uint16(b>>13&0x3ff)
	case b >= 0x477ff000: // halfway between 65504 and what would be 65536
		return sign | 0x7c00
	case b < 0x38800000: // below 2^-14 the result is subnormal or zero
		// Adding 0.5 puts the last bit of the result at 2^-24 and lets the
		// hardware do the rounding.
		r := math.Float32frombits(b) + 0.5
		return sign | uint16(math.Float32bits(r)-math.Float32bits(0.5))
	}
	b += 0xfff + (b >> 13 & 1)
	return sign | uint16((b-(112<<23))>>13)
}
