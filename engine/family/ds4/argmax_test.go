package ds4

import (
	"math"
	"testing"
)

var (
	nan    = float32(math.NaN())
	posInf = float32(math.Inf(1))
	negInf = float32(math.Inf(-1))
)

func TestArgmax(t *testing.T) {
	for _, c := range []struct {
		name string
		row  []float32
		want int
	}{
		{"empty", nil, 0},
		{"first of equals", []float32{1, 3, 3}, 1},
		{"all NaN", []float32{nan, nan, nan}, 0},
		{"all -Inf", []float32{negInf, negInf}, 0},
		{"NaN never wins", []float32{nan, -2, nan, -1}, 3},
		{"+Inf wins", []float32{1, posInf, 2}, 1},
		{"at the floor", []float32{-3e30, -1e30, -2e30}, 0},
		{"just above the floor", []float32{-3e30, math.Nextafter32(-1e30, 0)}, 1},
	} {
		if got := Argmax(c.row); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
