package wrong

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/numeric"
)

// The product's sums are written for speed; these are written for reading, and come
// to the same bits.
func TestSumsAgreeWithThoseOfTheProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Lengths on both sides of the blocks of 8 and 128.
		n := rapid.OneOf(rapid.IntRange(0, 300), rapid.SampledFrom([]int{1024, 4097})).Draw(t, "n")
		seed := rapid.Float64Range(0.1, 10).Draw(t, "seed")
		wide, short := make([]float64, n), make([]float32, n)
		for i := range wide {
			wide[i] = math.Sin(seed * float64(i+1))
			short[i] = float32(40 * wide[i])
		}
		if got, want := pairwise(wide), numeric.SumPairwise(wide); got != want {
			t.Errorf("sum of %d is %v, want %v", n, got, want)
		}
		if n == 0 {
			return
		}
		if got, want := logSumExp32(numeric.Exp32, short), numeric.LogSumExp32(short); got != want {
			t.Errorf("log of the mass of %d is %v, want %v", n, got, want)
		}
	})
}

func TestTheGreatestIsNaNWhereOneIs(t *testing.T) {
	nan := float32(math.NaN())
	for _, x := range [][]float32{{nan, 1}, {1, nan}, {1, nan, 2}} {
		if top := top32(x); top == top {
			t.Errorf("%v: got %v", x, top)
		}
	}
}
