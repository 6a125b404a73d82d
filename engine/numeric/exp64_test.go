package numeric

import (
	"math"
	"testing"
)

func TestExp64IsGlibcs(t *testing.T) {
	for _, line := range golden(t, "exp64") {
		x, want := math.Float64frombits(word(t, line[0])), word(t, line[1])
		if got := math.Float64bits(Exp64(x)); got != want {
			t.Errorf("exp(%v) = %016x, want %016x", x, got, want)
		}
	}
	if got := Exp64(math.NaN()); !math.IsNaN(got) {
		t.Errorf("exp(NaN) = %v", got)
	}
}
