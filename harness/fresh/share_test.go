package fresh

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestShare(t *testing.T) {
	for _, c := range []struct {
		count   int
		weights []int
		want    []int
	}{
		{10, []int{5, 5}, []int{5, 5}},
		{3, []int{1000, 1, 1}, []int{1, 1, 1}},
		{100, []int{1000, 1, 1}, []int{98, 1, 1}},
		{2, []int{10, 10, 10}, []int{1, 1, 0}},
	} {
		if d := cmp.Diff(c.want, share(c.count, c.weights)); d != "" {
			t.Errorf("%d over %v: %s", c.count, c.weights, d)
		}
	}
}

func TestSharesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.IntRange(1, 2000), 1, 12).Draw(t, "weights")
		count := rapid.IntRange(1, 5000).Draw(t, "count")
		sum, empty := 0, 0
		for _, p := range share(count, weights) {
			sum += p
			if p < 0 {
				t.Fatalf("share of %d", p)
			}
			if p == 0 {
				empty++
			}
		}
		if sum != count {
			t.Fatalf("%d of %d", sum, count)
		}
		if empty > max(0, len(weights)-count) {
			t.Fatalf("%d go without", empty)
		}
	})
}
