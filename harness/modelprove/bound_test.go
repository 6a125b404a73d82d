package modelprove

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestMeasure(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	absolute, relative := Bound{Most: 1}, Bound{Most: 1, Relative: true}
	for _, c := range []struct {
		b            Bound
		oracle, ours []float32
		want         float64
	}{
		{absolute, []float32{1, -8, 3}, []float32{1.5, -6, 3}, 2},
		{relative, []float32{1, -8, 3}, []float32{1.5, -6, 3}, 0.25},
		{absolute, []float32{1, -inf}, []float32{1, -inf}, 0},
		{relative, []float32{0, 0}, []float32{0, 0}, 0},
		{relative, []float32{0, 0}, []float32{0, 1}, math.Inf(1)},
		{absolute, []float32{1, inf}, []float32{1, 2}, math.Inf(1)},
		{absolute, []float32{1, nan}, []float32{1, nan}, math.NaN()},
		{relative, []float32{1, 2}, []float32{nan, 2}, math.NaN()},
	} {
		if got := c.b.measure(c.oracle, c.ours); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v, %v: %g, want %g", c.oracle, c.ours, got, c.want)
		}
	}
}

// TestNothingButNumbersIsWithinABound whatever the dtype.
func TestNothingButNumbersIsWithinABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(rapid.Float32Range(-20, 20), 1, 8).Draw(t, "row")
		other := append([]float32(nil), row...)
		at := rapid.IntRange(0, len(row)-1).Draw(t, "at")
		other[at] = rapid.SampledFrom([]float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}).Draw(t, "value")
		for dtype, b := range bounds {
			if b.measure(row, other) <= b.Most || b.measure(other, row) <= b.Most {
				t.Errorf("%s: %v and %v are near", dtype, row, other)
			}
			if d := b.measure(row, row); d != 0 {
				t.Errorf("%s: %v is %g from itself", dtype, row, d)
			}
		}
	})
}
