package numeric

import (
	"math"
	"testing"
)

func TestLog32IsGlibcs(t *testing.T) {
	for _, line := range golden(t, "log32") {
		x, want := math.Float32frombits(uint32(word(t, line[0]))), uint32(word(t, line[1]))
		if got := math.Float32bits(Log32(x)); got != want {
			t.Errorf("log(%v) = %08x, want %08x", x, got, want)
		}
	}
	for _, x := range []float32{nan, -1, -inf} {
		if got := Log32(x); got == got {
			t.Errorf("log(%v) = %v, want NaN", x, got)
		}
	}
}
