package diagnostic

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLowestTiedPrefersLowIDs(t *testing.T) {
	for _, c := range []struct {
		name string
		row  []float32
		k    int
		want []uint32
	}{
		{"tie at the edge", []float32{1, 2, 1, 3, 1}, 3, []uint32{0, 1, 3}},
		{"all equal", []float32{5, 5, 5, 5}, 2, []uint32{0, 1}},
		{"fewer numbers than k", []float32{nan, nan, nan, 7}, 2, []uint32{0, 1}},
	} {
		got := lowestTied(c.row, c.k)
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestPrefixSupportOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(rapid.SampledFrom([]float32{-2, -1, 0, 1, 2}), 1, 40).Draw(t, "row")
		k := rapid.IntRange(1, len(row)).Draw(t, "k")

		byID, _ := prefixSupport(row, k, Config{TopP: 1})
		if !slices.IsSorted(byID) {
			t.Fatalf("without top_p: %v", byID)
		}
		ranked, values := prefixSupport(row, k, Config{TopP: 0.5})
		if values[0] == negInf {
			t.Fatal("the best candidate is cut")
		}
		for i := 1; i < k; i++ {
			before, at := row[ranked[i-1]], row[ranked[i]]
			if at > before || at == before && ranked[i] < ranked[i-1] {
				t.Fatalf("ranked %v of %v", ranked, row)
			}
		}
		slices.Sort(ranked)
		if diff := cmp.Diff(byID, ranked); diff != "" {
			t.Fatalf("different candidates (-by id +ranked):\n%s", diff)
		}
	})
}

func TestRanksBreakTiesByID(t *testing.T) {
	if diff := cmp.Diff([]int{2, 0, 1, 0}, ranks([]uint32{9, 4, 2, 7}, []float32{1, 3, 2, nan})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{1, 0}, ranks([]uint32{9, 4}, []float32{1, 1})); diff != "" {
		t.Errorf("ties (-want +got):\n%s", diff)
	}
}
