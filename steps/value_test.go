package steps

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRowOfStoresInTheFormat(t *testing.T) {
	values := []float64{1, 0, math.NaN(), math.Inf(-1), 70000, 1.00390625}
	for format, want := range map[string][]float32{
		"float32":  {1, 0, float32(math.NaN()), float32(math.Inf(-1)), 70000, 1.00390625},
		"bfloat16": {1, 0, float32(math.NaN()), float32(math.Inf(-1)), 70144, 1},
		"float16":  {1, 0, float32(math.NaN()), float32(math.Inf(-1)), float32(math.Inf(1)), 1.00390625},
	} {
		row, err := rowOf(format, values)
		if err != nil {
			t.Fatal(err)
		}
		var got []float32
		for i := range row.Width() {
			got = append(got, row.Value(i))
		}
		if d := cmp.Diff(want, got, cmp.Comparer(func(a, b float32) bool { return a == b || a != a && b != b })); d != "" {
			t.Errorf("%s: %s", format, d)
		}
	}
	if _, err := rowOf("float8", values); err == nil {
		t.Error("float8")
	}
}

func TestNumbersKeepTheSignOfZero(t *testing.T) {
	v, err := number("-0")
	if err != nil || !math.Signbit(v) {
		t.Error(v, err)
	}
	row, err := rowOf("float32", []float64{v})
	if err != nil || math.Float32bits(row.F32[0]) != 1<<31 {
		t.Error(row, err)
	}
}

func TestIDs(t *testing.T) {
	got, err := ids(" 3 0  12 ")
	if d := cmp.Diff([]int64{3, 0, 12}, got); d != "" || err != nil {
		t.Error(d, err)
	}
	if _, err := ids("3 x"); err == nil {
		t.Error("x is no token")
	}
	if s := words([]int64{3, 0}); s != "3 0" {
		t.Error(s)
	}
}
