package diagnostic

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	nan    = float32(math.NaN())
	posInf = float32(math.Inf(1))
)

func floats(bits ...uint32) []float32 {
	x := make([]float32, len(bits))
	for i, b := range bits {
		x[i] = math.Float32frombits(b)
	}
	return x
}

func TestSortByIsStableWithNaNLast(t *testing.T) {
	ids, values := sortBy([]float32{2, nan, 1, nan, 2, posInf}, []uint32{10, 11, 12, 13, 14, 15}, []float32{0, 1, 2, 3, 4, 5})
	if diff := cmp.Diff([]uint32{12, 10, 14, 15, 11, 13}, ids); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float32{2, 0, 4, 5, 1, 3}, values); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

func TestTopKHoldsTheLargest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(rapid.Float32Range(-3, 3), 1, 60).Draw(t, "row")
		k := rapid.IntRange(1, len(row)).Draw(t, "k")
		inside := map[uint32]bool{}
		least := posInf
		for _, id := range topK(row, k) {
			inside[id] = true
			least = min(least, row[id])
		}
		if len(inside) != k {
			t.Fatalf("%d different ids for k = %d", len(inside), k)
		}
		for id, v := range row {
			if v > least && !inside[uint32(id)] {
				t.Fatalf("%v at %d is left out, %v is in", v, id, least)
			}
		}
	})
}

func TestMassBeforeGrowsFromZero(t *testing.T) {
	before := massBefore([]float32{0, 0, 0, 0}, float32(math.Log(4)))
	if before[0] != 0 {
		t.Errorf("before the first there is %v", before[0])
	}
	for i, b := range before {
		if want := 0.25 * float64(i); math.Abs(float64(b)-want) > 1e-6 {
			t.Errorf("before %d of 4 equals there is %v", i, b)
		}
	}
}
