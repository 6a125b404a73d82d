package numeric

import (
	"math"
	"strconv"
	"testing"
)

func TestSumPairwiseIsNumPys(t *testing.T) {
	for _, line := range golden(t, "sum64") {
		n, err := strconv.Atoi(line[0])
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float64, n)
		for i := range x {
			// Nine decades, so that any other order of summation shows.
			x[i] = float64((i*2654435761)%1000003+1) / 7 * math.Pow10((i*40503)%9-4)
		}
		if got, want := math.Float64bits(SumPairwise(x)), word(t, line[1]); got != want {
			t.Errorf("sum of %d = %016x, want %016x", n, got, want)
		}
	}
}

func TestSumOfNegativeZerosIsZero(t *testing.T) {
	z := math.Copysign(0, -1)
	if got := SumPairwise([]float64{z, z}); got != 0 || math.Signbit(got) {
		t.Errorf("got %v, want +0 (NumPy starts from 0)", got)
	}
}
