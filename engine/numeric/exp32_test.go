package numeric

import (
	"math"
	"testing"
)

func TestExp32IsMLXs(t *testing.T) {
	for _, line := range golden(t, "exp32") {
		x, want := math.Float32frombits(uint32(word(t, line[0]))), uint32(word(t, line[1]))
		if got := math.Float32bits(Exp32(x)); got != want {
			t.Errorf("exp(%v) = %08x, want %08x", x, got, want)
		}
	}
	if got := Exp32(nan); got == got {
		t.Errorf("exp(NaN) = %v", got)
	}
}
