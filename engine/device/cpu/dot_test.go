package cpu

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// plainDot is the documented order, written down as plainly as possible.
func plainDot(x, y []float32) float32 {
	var s [8]float32
	for i := range x {
		s[i%8] += float32(x[i] * y[i])
	}
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

func TestDotIsNearTheExactSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "n")
		x, y := numbers(t, "x", n), numbers(t, "y", n)
		var want, scale float64
		for i := range x {
			p := float64(x[i]) * float64(y[i])
			want += p
			scale += math.Abs(p)
		}
		// One rounding per product, one per value of a running sum, three of the fold.
		near(t, "dot", []float32{dot(x, y)}, []float64{want}, []float64{scale}, float64(n/8+5)*0x1p-24)
	})
}

// oddValues are what breaks vector code that takes a short cut.
var oddValues = []float32{
	nan, inf, -inf, 0, float32(math.Copysign(0, -1)), math.MaxFloat32, -math.MaxFloat32,
	math.SmallestNonzeroFloat32, 1e-30, 1e20,
}

// TestDotHasOneOrder: every width, every odd value at every place, every
// alignment; alone, in a group of four, with vectors and without.
func TestDotHasOneOrder(t *testing.T) {
	check := func(what string, x, y []float32) {
		t.Helper()
		want := []float32{plainDot(x, y)}
		sameBits(t, what+", dot", []float32{dot(x, y)}, want)
		sameBits(t, what+", portable", []float32{dotPortable(x, y)}, want)
		for j := range 4 {
			group := [4][]float32{x, x, x, x}
			group[j] = y
			out := dot4(x, &group)
			sameBits(t, what+", group", out[j:j+1], want)
		}
	}
	for n := range 100 {
		x, y := sequence(uint64(n), n), sequence(uint64(n)+1000, n)
		check(fmt.Sprintf("width %d", n), x, y)
		for i := range n {
			odd := append([]float32(nil), y...)
			odd[i] = oddValues[(i+n)%len(oddValues)]
			check(fmt.Sprintf("width %d, %v at %d", n, odd[i], i), x, odd)
		}
	}
	for offset := range 9 {
		x, y := sequence(1, 60)[offset:][:50], sequence(2, 60)[8-offset:][:50]
		check(fmt.Sprintf("offset %d", offset), x, y)
	}
}

func TestDotReachesNoFurtherThanItsValues(t *testing.T) {
	x, y := sequence(1, 32), sequence(2, 32)
	want := dot(x[:13], append([]float32(nil), y[:13]...))
	for i := 13; i < 32; i++ {
		x[i], y[i] = nan, nan
	}
	sameBits(t, "dot", []float32{dot(x[:13], y)}, []float32{want})
}

func TestAxpyMatchesPortable(t *testing.T) {
	for n := range 70 {
		for _, a := range append([]float32{0.3}, oddValues...) {
			x := sequence(uint64(n), n)
			for i := range x {
				if i%5 == 3 {
					x[i] = oddValues[(i+n)%len(oddValues)]
				}
			}
			got, want := sequence(7, n+1), sequence(7, n+1)
			axpy(got, a, x)
			axpyPortable(want, a, x)
			sameBits(t, fmt.Sprintf("axpy of width %d with %v", n, a), got, want)
		}
	}
}
