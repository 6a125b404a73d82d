package wrong

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTheBestAreThoseOfAFullSort(t *testing.T) {
	// Few values, so that they tie.
	value := rapid.SampledFrom([]float32{float32(math.NaN()), float32(math.Inf(-1)), -1, 0, 1, 2, float32(math.Inf(1))})
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(value, 1, 40).Draw(t, "values")
		m := rapid.IntRange(1, len(values)).Draw(t, "m")
		ids := make([]int, len(values))
		for i := range ids {
			ids[i] = i
		}
		// cmp.Compare puts NaN first; turned round it puts NaN last.
		slices.SortStableFunc(ids, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
		var got []int
		for _, c := range right().best(values, m) {
			got = append(got, c.id)
		}
		if !slices.Equal(got, ids[:m]) {
			t.Errorf("got %v, want %v", got, ids[:m])
		}
	})
}
