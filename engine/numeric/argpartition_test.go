package numeric

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestArgPartitionIsMLXs covers ties, NaN and arrays that exhaust the pivots
// and so reach the heap.
func TestArgPartitionIsMLXs(t *testing.T) {
	for _, line := range golden(t, "argpartition") {
		part := strings.Split(strings.Join(line, " "), " | ")
		kth, err := strconv.Atoi(part[0])
		if err != nil {
			t.Fatal(err)
		}
		var keys []float32
		for _, s := range strings.Fields(part[1]) {
			v, err := strconv.ParseFloat(s, 32)
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, float32(v))
		}
		got := strings.Trim(fmt.Sprint(ArgPartition(keys, kth)), "[]")
		if d := cmp.Diff(part[2], got); d != "" {
			t.Errorf("width %d, kth %d: %s", len(keys), kth, d)
		}
	}
}

func TestArgPartitionPartitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.OneOf(rapid.Float32Range(-3, 3), rapid.SampledFrom([]float32{0, 1, nan, inf, -inf})), 1, 200).Draw(t, "keys")
		kth := rapid.IntRange(0, len(keys)-1).Draw(t, "kth")
		order := ArgPartition(keys, kth)
		s := selection{keys, order}
		sorted := slices.Sorted(slices.Values(order))
		for i, id := range sorted {
			if int(id) != i {
				t.Fatalf("%v is no permutation", order)
			}
		}
		for i := range order {
			if i < kth && s.less(kth, i) || i > kth && s.less(i, kth) {
				t.Fatalf("position %d on the wrong side of %d", i, kth)
			}
		}
	})
}
