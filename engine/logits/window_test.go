package logits

import (
	"errors"
	"testing"
)

func TestAHealthyRowCannotHideABrokenNeighbour(t *testing.T) {
	good, bad, worse := F32([]float32{1, 2}), F32([]float32{nan, 2}), F32([]float32{inf, inf})
	for name, c := range map[string]struct {
		rows []Row
		nan  int
		inf  int
	}{
		"last":         {[]Row{good, good, bad}, 1, 0},
		"first of two": {[]Row{good, bad, worse}, 1, 0},
		"other order":  {[]Row{worse, bad, good}, 0, 2},
		"only broken":  {[]Row{bad}, 1, 0},
	} {
		_, err := CheckAll(c.rows, nil, TopK)
		var e *NumericalError
		if !errors.As(err, &e) || e.NaN != c.nan || e.Inf != c.inf {
			t.Errorf("%s: %v, want nan=%d inf=%d", name, err, c.nan, c.inf)
		}
	}
	if _, err := CheckAll([]Row{good, good}, []*Penalties{nil}, Greedy); !errors.Is(err, ErrPenalty) {
		t.Errorf("one penalty for two rows: %v", err)
	}
}

func TestVerdictsOfAWindowKeepTheirOwnPenalties(t *testing.T) {
	row := F32([]float32{1, 2})
	c, err := CheckAll([]Row{row, row, row}, []*Penalties{{Overlay: []Bias{{1, 5}}}, nil, {Overlay: []Bias{{0, 5}}}}, Greedy)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 1, 1} {
		if got := c[i].Argmax(); got != want {
			t.Errorf("row %d: argmax %d, want %d", i, got, want)
		}
	}
	var host [2]float64
	c[0].Float64s(host[:])
	if host != [2]float64{1, -3} {
		t.Errorf("row 0 reads %v", host)
	}
}
