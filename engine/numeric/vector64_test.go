package numeric

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func bitsOf64(x []float64) []uint64 {
	out := make([]uint64, len(x))
	for i, v := range x {
		out[i] = math.Float64bits(v)
		if v != v {
			out[i] = 0x7ff8000000000000
		}
	}
	return out
}

func TestVectorLoopsOfFloat64MatchPortable(t *testing.T) {
	odd64 := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1e-300, -511.9, -512, -512.1, -745.14, 600, 512, -5e-17}
	check := func(x []float64) {
		t.Helper()
		for _, d := range []float64{1, 0.6, 1e-310} {
			got, want := append([]float64(nil), x...), append([]float64(nil), x...)
			top, wantTop := DivPeak64(got, d), divPeak64Portable(want, d)
			if top != wantTop {
				t.Fatalf("DivPeak64(%v, %v) = %v, want %v", x, d, top, wantTop)
			}
			if diff := cmp.Diff(bitsOf64(want), bitsOf64(got)); diff != "" {
				t.Fatalf("DivPeak64 of width %d: %s", len(x), diff)
			}
		}
		got, want := append([]float64(nil), x...), append([]float64(nil), x...)
		ExpSub64(got, 0.25)
		expSub64Portable(want, 0.25)
		if diff := cmp.Diff(bitsOf64(want), bitsOf64(got)); diff != "" {
			t.Fatalf("ExpSub64 of width %d: %s", len(x), diff)
		}
	}
	for n := range 258 {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(i*7919%1013)/9.7 - 100
		}
		check(x)
		for lane := max(0, n-9); lane < n; lane++ {
			x := append([]float64(nil), x...)
			x[lane] = odd64[(lane+n)%len(odd64)]
			check(x)
		}
	}
	for _, v := range odd64 {
		for lane := range 9 {
			x := []float64{1, -2, 3, -4, 5, -6, 7, -8, 9}
			x[lane] = v
			check(x)
		}
	}
}
