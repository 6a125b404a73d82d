package qwen

import (
	"math"
	"testing"
)

// TestFrequencies: a few parts in ten million from theta^(-j/half).
func TestFrequencies(t *testing.T) {
	for _, c := range []struct {
		theta   float32
		rotated int
	}{{10000, 8}, {1e7, 64}, {100000, 2}} {
		got := frequencies(c.theta, c.rotated)
		if len(got) != c.rotated/2 || got[0] != 1 {
			t.Fatalf("%v", got)
		}
		for j, f := range got {
			want := math.Pow(float64(c.theta), -float64(j)/float64(len(got)))
			if d := math.Abs(float64(f)/want - 1); d > 3e-6 {
				t.Errorf("theta %g, pair %d: %g, want %g (%g apart)", c.theta, j, f, want, d)
			}
		}
	}
}
