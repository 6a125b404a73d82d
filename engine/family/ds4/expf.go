package ds4

import (
	"math"
	"math/big"
)

// The exponential follows Arm's optimized-routines (MIT), whose expf glibc
// adopted: x = (k/32 + r/32) ln 2 with k an integer and |r| <= 1/2, and
// e^x = 2^(k/32) * P(r), all in float64, rounded to float32 at the end.
const (
	expfBits  = 5
	expfSteps = 1 << expfBits
	expfLog2E = expfSteps * 0x1.71547652b82fep+0
	expfRound = 0x1.8p52 // adding it leaves the nearest integer in the low bits
	expfC1    = 0x1.62e42ff0c52d6p-1 / expfSteps
	expfC2    = 0x1.ebfce50fac4f3p-3 / expfSteps / expfSteps
	expfC3    = 0x1.c6af84b912394p-5 / expfSteps / expfSteps / expfSteps

	expfOverflow  = 0x1.62e42ep6  // the largest x with a finite result
	expfUnderflow = -0x1.9fe368p6 // the smallest x whose result is not zero
)

// expfTable holds the bits of 2^(i/32) less i's share of the exponent, so that
// adding k shifted to the exponent field yields the bits of 2^(k/32).
var expfTable = makeExpfTable()

func makeExpfTable() (table [expfSteps]uint64) {
	const precision = 200
	step := new(big.Float).SetPrec(precision).SetInt64(2)
	for range expfBits {
		step.Sqrt(step)
	}
	power := new(big.Float).SetPrec(precision).SetInt64(1)
	for i := range table {
		rounded, _ := power.Float64()
		table[i] = math.Float64bits(rounded) - uint64(i)<<(52-expfBits)
		power.Mul(power, step)
	}
	return table
}

// expf is the C library's float32 exponential (glibc 2.36), bit for bit as it
// runs on a processor with fused multiply-add. The fusing shows: unfused, the
// same steps give another float32 for 0x4202422f and 0xc27c65d9, and for no
// other input. math.FMA is exact on every machine, with the instruction or
// without.
func expf(x float32) float32 {
	switch {
	case x != x:
		return x
	case x > expfOverflow:
		return float32(math.Inf(1))
	case x < expfUnderflow:
		return 0
	}
	wide := float64(x)
	shifted := math.FMA(expfLog2E, wide, expfRound)
	k := math.Float64bits(shifted)
	r := math.FMA(expfLog2E, wide, expfRound-shifted)
	scale := math.Float64frombits(expfTable[k%expfSteps] + k<<(52-expfBits))

	high := math.FMA(expfC3, r, expfC2)
	low := math.FMA(expfC1, r, 1)
	return float32(math.FMA(high, r*r, low) * scale)
}
