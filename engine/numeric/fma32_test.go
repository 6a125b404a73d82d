package numeric

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func exactFMA32(a, b, c float32) float32 {
	wide := func(x float32) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(float64(x)) }
	p := new(big.Float).SetPrec(2000).Mul(wide(a), wide(b))
	f, _ := p.Add(p, wide(c)).Float32()
	return f
}

func TestFMA32RoundsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Values drawn by bit pattern, so that far exponents, subnormals and
		// cancellation are as likely as everyday numbers.
		finite := rapid.Uint32().Filter(func(b uint32) bool { return b&0x7f800000 != 0x7f800000 })
		a := math.Float32frombits(finite.Draw(t, "a"))
		b := math.Float32frombits(finite.Draw(t, "b"))
		c := math.Float32frombits(finite.Draw(t, "c"))
		got, want := FMA32(a, b, c), exactFMA32(a, b, c)
		if got != want {
			t.Fatalf("FMA32(%x, %x, %x) = %x, want %x", a, b, c, got, want)
		}
	})
}

func TestFMA32NearTieIsNotATie(t *testing.T) {
	// (1+2^-12)^2 = 1 + 2^-11 + 2^-24: a tie between two float32 values that
	// 2^-90 must decide. Rounding through float64 loses the 2^-90.
	a := float32(1 + 0x1p-12)
	if got, want := FMA32(a, a, 0x1p-90), float32(1+0x1p-11+0x1p-23); got != want {
		t.Errorf("above the tie: got %x, want %x", got, want)
	}
	if got, want := FMA32(a, a, -0x1p-90), float32(1+0x1p-11); got != want {
		t.Errorf("below the tie: got %x, want %x", got, want)
	}
}

func TestFMA32PropagatesNonFinite(t *testing.T) {
	inf := float32(math.Inf(1))
	if got := FMA32(inf, 1, 1); got != inf {
		t.Errorf("inf*1+1 = %v", got)
	}
	if got := FMA32(inf, 0, 1); got == got {
		t.Errorf("inf*0+1 = %v, want NaN", got)
	}
	if got := FMA32(math.MaxFloat32, 2, 0); got != inf {
		t.Errorf("overflow = %v, want +Inf", got)
	}
}
