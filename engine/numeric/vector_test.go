package numeric

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	inf = float32(math.Inf(1))
	nan = float32(math.NaN())
)

// odd are the values that break naive vector code, to be planted in each lane.
var odd = []float32{
	nan, math.Float32frombits(0x7f800001), math.Float32frombits(0xffc00000),
	inf, -inf, math.MaxFloat32, -math.MaxFloat32,
	0, float32(math.Copysign(0, -1)), math.SmallestNonzeroFloat32, 88, 88.1, -88, -88.1, -87.7, 0.5, -0.5,
}

func bitsOf(x []float32) []uint32 {
	out := make([]uint32, len(x))
	for i, v := range x {
		out[i] = math.Float32bits(v)
		if v != v {
			out[i] = 0x7fc00000 // which NaN is not part of the contract
		}
	}
	return out
}

// ramp has its maximum at the end and no two equal neighbours.
func ramp(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(i*37%101)/7 - 9
	}
	return x
}

// TestVectorLoopsMatchPortable runs both forms on every width from 0 to 257
// with every odd value in every lane. Where no vector form is built in, the
// test still pins the portable one to the definitions below it.
func TestVectorLoopsMatchPortable(t *testing.T) {
	check := func(x []float32) {
		t.Helper()
		top, bad := Peak(x)
		wantTop, wantBad := peakPortable(x)
		if bad != wantBad || math.Float32bits(top)<<1 != math.Float32bits(wantTop)<<1 {
			t.Fatalf("Peak(%v) = %v, %v, want %v, %v", x, top, bad, wantTop, wantBad)
		}
		got, want := make([]float32, len(x)), make([]float32, len(x))
		ExpSub32(got, x, 0.25)
		expSubPortable(want, x, 0.25)
		if d := cmp.Diff(bitsOf(want), bitsOf(got)); d != "" {
			t.Fatalf("ExpSub32 of width %d: %s", len(x), d)
		}
		Scale32(got, x, 1.0/0.6)
		scalePortable(want, x, 1.0/0.6)
		if d := cmp.Diff(bitsOf(want), bitsOf(got)); d != "" {
			t.Fatalf("Scale32 of width %d: %s", len(x), d)
		}
		for _, floor := range []float32{-inf, -9, 0, 4, inf, nan} {
			if got, want := NextAbove(x, floor), nextAbovePortable(x, floor); got != want {
				t.Fatalf("NextAbove(width %d, %v) = %d, want %d", len(x), floor, got, want)
			}
		}
	}
	for n := range 258 {
		check(ramp(n))
		for lane := max(0, n-40); lane < n; lane++ {
			x := ramp(n)
			x[lane] = odd[(lane+n)%len(odd)]
			check(x)
		}
	}
	for _, v := range odd {
		for lane := range 41 {
			x := ramp(41)
			x[lane] = v
			check(x)
		}
	}
}

// TestPeakFindsANaNInEveryLane is the guard of the guard: whatever loop is
// active, a single NaN of any kind at any place of any width is seen.
func TestPeakFindsANaNInEveryLane(t *testing.T) {
	for n := 1; n <= 257; n++ {
		for i := range n {
			x := ramp(n)
			x[i] = odd[i%3]
			if _, bad := Peak(x); !bad {
				t.Fatalf("width %d: NaN %08x at %d not seen by the %s loop", n, math.Float32bits(odd[i%3]), i, VectorKind())
			}
		}
	}
}

func TestExpSub32MatchesExp32Densely(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.Float32Range(-100, 90).Draw(t, "start")
		x := make([]float32, 64)
		for i := range x {
			x[i] = start
			start = math.Nextafter32(start, inf)
		}
		got := make([]float32, len(x))
		ExpSub32(got, x, 0)
		for i, v := range x {
			if math.Float32bits(got[i]) != math.Float32bits(Exp32(v)) {
				t.Fatalf("exp(%x) = %x, want %x", v, got[i], Exp32(v))
			}
		}
	})
}

func TestMax32IsStickyForNaN(t *testing.T) {
	if got := Max32([]float32{1, nan, inf}); got == got {
		t.Errorf("Max32 = %v, want NaN", got)
	}
	if got := Max32([]float32{-inf, -inf}); got != -inf {
		t.Errorf("Max32 = %v, want -Inf", got)
	}
}

func BenchmarkPeak(b *testing.B) {
	x := ramp(248320)
	b.SetBytes(int64(4 * len(x)))
	for b.Loop() {
		Peak(x)
	}
}

func BenchmarkExpSub32(b *testing.B) {
	x := ramp(248320)
	dst := make([]float32, len(x))
	for b.Loop() {
		ExpSub32(dst, x, 9)
	}
}

func BenchmarkNextAbove(b *testing.B) {
	x := ramp(248320)
	for b.Loop() {
		NextAbove(x, 100)
	}
}

func BenchmarkSum32(b *testing.B) {
	x := ramp(248320)
	for b.Loop() {
		Sum32(x)
	}
}

func BenchmarkExp64(b *testing.B) {
	x := ramp(1000)
	var s float64
	for b.Loop() {
		for _, v := range x {
			s += Exp64(float64(v))
		}
	}
	_ = s
}
