package numeric

import (
	"math"
	"math/big"
)

// exp64Bits is the size of the table of exponents: 2^7 steps per octave.
const (
	exp64Bits  = 7
	exp64Steps = 1 << exp64Bits
)

// exp64Entry is one step of the table: scale is 2^(i/128) with its share of the
// exponent taken out, so that the integer part can be added to the bits, and
// tail is what rounding 2^(i/128) to float64 lost, relative to it.
type exp64Entry struct {
	tail  float64
	scale uint64
}

var exp64Table = makeExp64Table()

// makeExp64Table derives the table instead of quoting it: 2^(1/128) is seven
// square roots of two, far beyond float64 precision.
func makeExp64Table() (table [exp64Steps]exp64Entry) {
	const precision = 256
	step := new(big.Float).SetPrec(precision).SetInt64(2)
	for range exp64Bits {
		step.Sqrt(step)
	}
	power := new(big.Float).SetPrec(precision).SetInt64(1)
	for i := range table {
		head, _ := power.Float64()
		ratio := new(big.Float).SetPrec(precision).Quo(power, new(big.Float).SetPrec(precision).SetFloat64(head))
		tail, _ := ratio.Sub(ratio, big.NewFloat(1)).Float64()
		table[i] = exp64Entry{tail, math.Float64bits(head) - uint64(i)<<(52-exp64Bits)}
		power.Mul(power, step)
	}
	return table
}

const (
	exp64Shift   = 0x1.8p52
	exp64InvLn2N = exp64Steps * 0x1.71547652b82fep0
	exp64Ln2HiN  = 0x1.62e42fefa0000p-8
	exp64Ln2LoN  = 0x1.cf79abc9e3b3ap-47
	exp64C2      = 0x1.ffffffffffdbdp-2
	exp64C3      = 0x1.555555555543cp-3
	exp64C4      = 0x1.55555cf172b91p-5
	exp64C5      = 0x1.1111167a4d017p-7
)

// Exp64 is glibc 2.36's exp on a machine with FMA, bit for bit, which is what
// NumPy calls for float64 when its AVX-512 kernels are off. Go's math.Exp
// differs from it on one input in eight.
func Exp64(x float64) float64 {
	switch ax := math.Abs(x); {
	case x != x:
		return x
	case ax < 0x1p-54:
		return 1 + x
	case x > 709.8:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	k := math.FMA(x, exp64InvLn2N, exp64Shift)
	bits := math.Float64bits(k)
	kd := k - exp64Shift
	r := math.FMA(kd, -exp64Ln2LoN, math.FMA(kd, -exp64Ln2HiN, x))

	e := &exp64Table[bits%exp64Steps]
	r2 := float64(r * r)
	t := math.FMA(r2, math.FMA(r, exp64C3, exp64C2), e.tail+r)
	t = math.FMA(float64(r2*r2), math.FMA(r, exp64C5, exp64C4), t)
	sbits := e.scale + bits<<(52-exp64Bits)
	if math.Abs(x) >= 512 {
		return exp64Extreme(t, sbits, x > 0)
	}
	scale := math.Float64frombits(sbits)
	return math.FMA(scale, t, scale)
}

// exp64Extreme finishes results whose exponent may leave the normal range: the
// scale is moved back inside it, and a subnormal result is rounded once, at its
// own precision, instead of twice.
func exp64Extreme(t float64, sbits uint64, large bool) float64 {
	if large {
		scale := math.Float64frombits(sbits - 1009<<52)
		return 0x1p1009 * math.FMA(scale, t, scale)
	}
	scale := math.Float64frombits(sbits + 1022<<52)
	p := float64(scale * t)
	y := scale + p
	if y < 1 {
		lo := (scale - y) + p
		hi := 1 + y
		lo = ((1 - hi) + y) + lo
		y = (hi + lo) - 1
		if y == 0 {
			y = 0 // no negative zero
		}
	}
	return 0x1p-1022 * y
}
