package ds4

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPeakStartsAtTheFloor(t *testing.T) {
	for _, c := range []struct {
		name  string
		row   []float32
		best  int
		top   float32
		found bool
	}{
		{"infinities do not count", []float32{posInf, 1, negInf, 2, nan}, 3, 2, true},
		{"none finite", []float32{posInf, nan}, 0, floor, false},
		{"finite, but too low", []float32{nan, -3e30, -2e30}, 0, floor, true},
	} {
		best, top, found := peak(c.row)
		if best != c.best || top != c.top || found != c.found {
			t.Errorf("%s: %d, %v, %v", c.name, best, top, found)
		}
	}
}

func ids(list []candidate) []int {
	out := []int{}
	for _, c := range list {
		out = append(out, c.id)
	}
	return out
}

func TestListsSkipWhatIsNotFinite(t *testing.T) {
	row := []float32{1, nan, 3, posInf, 3, negInf, 2}
	all, _ := finiteAll(row, 3, 1)
	if diff := cmp.Diff([]int{2, 4, 6, 0}, ids(all)); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
	top, sum := finiteTop(row, 2, 1)
	if diff := cmp.Diff([]int{2, 4}, ids(top)); diff != "" {
		t.Errorf("top (-want +got):\n%s", diff)
	}
	if sum != 2 {
		t.Errorf("two best of equal value weigh %v, want 2", sum)
	}
}

func TestTopIsTheHeadOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// A few values only, so that ties at the edge are the rule.
		value := rapid.SampledFrom([]float32{-2, -1, 0, 1, 2, nan, posInf, negInf})
		row := rapid.SliceOfN(value, 1, 30).Draw(t, "row")
		k := rapid.IntRange(1, len(row)).Draw(t, "k")
		_, peakValue, _ := peak(row)
		all, _ := finiteAll(row, peakValue, 1)
		top, _ := finiteTop(row, k, 1)
		if diff := cmp.Diff(all[:min(k, len(all))], top, cmp.AllowUnexported(candidate{})); diff != "" {
			t.Fatalf("(-all +top):\n%s", diff)
		}
	})
}
