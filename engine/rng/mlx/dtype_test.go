package mlx

import (
	"math"
	"testing"
)

func TestBelowOneIsTheLastValueUnderOne(t *testing.T) {
	for _, dtype := range []DType{F32, BF16, F16} {
		below := dtype.belowOne()
		if below >= 1 || dtype.round(below) != below {
			t.Errorf("type %d: %v", dtype, below)
		}
		// Anything above the middle to 1 rounds to 1: there is no value between.
		above := math.Nextafter32((below+1)/2, 2)
		if above < 1 && dtype.round(above) != 1 {
			t.Errorf("type %d: %v rounds to %v", dtype, above, dtype.round(above))
		}
	}
}
