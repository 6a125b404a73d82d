package sample

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/logits"
)

func TestNewSparseLaw(t *testing.T) {
	d := sparse(t, 9, []int{1, 3, 5, 7}, []float64{1, math.NaN(), math.Inf(1), 3})
	if diff := cmp.Diff([]float64{0, 0.25, 0, 0, 0, 0, 0, 0.75, 0}, d.dense()); diff != "" {
		t.Errorf("bad entries count as zero: %s", diff)
	}
	for name, c := range map[string]struct {
		ids []int
		p   []float64
	}{
		"empty":             {nil, nil},
		"mismatch":          {[]int{1}, []float64{1, 2}},
		"negative ID":       {[]int{-3}, []float64{1}},
		"ID beyond the end": {[]int{9}, []float64{1}},
		"ID named twice":    {[]int{1, 1}, []float64{1, 1}},
		"negative":          {[]int{1, 2}, []float64{1, -1e-12}},
	} {
		if _, err := NewSparse(c.ids, c.p, 9); !errors.Is(err, ErrValue) {
			t.Errorf("%s: %v, want ErrValue", name, err)
		}
	}
	_, err := NewSparse([]int{1, 2, 3}, []float64{0, math.NaN(), math.Inf(-1)}, 9)
	wantNumerical(t, err, logits.NumericalError{Where: logits.WhereSparse, NaN: 1, Inf: 1, Width: 3})
}

func TestADistributionCannotBeChangedFromOutside(t *testing.T) {
	ids, p := []int{0, 1}, []float64{1, 1}
	d := sparse(t, 2, ids, p)
	ids[0], p[0] = 1, 99
	gotIDs, gotP := d.Entries()
	gotIDs[1], gotP[1] = 0, 99
	if diff := cmp.Diff([]float64{0.5, 0.5}, d.dense()); diff != "" {
		t.Error(diff)
	}
	dense := []float64{1, 0}
	e := NewDense(dense)
	dense[0] = 0
	if got, _ := e.Probability(0); got != 1 {
		t.Errorf("dense: %v", got)
	}
}

func TestRestoreSparseDoesNotNormalise(t *testing.T) {
	d, err := RestoreSparse([]int{0, 1}, []float64{0.1, 0.2}, 3)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{0.1, 0.2, 0}, d.dense()); diff != "" {
		t.Error(diff)
	}
	for _, p := range [][]float64{{1}, {math.NaN(), 1}, {-1, 2}, {math.Inf(1), 1}, {0, 0}} {
		if _, err := RestoreSparse([]int{0, 1}, p, 3); !errors.Is(err, ErrValue) {
			t.Errorf("%v: %v, want ErrValue", p, err)
		}
	}
}
