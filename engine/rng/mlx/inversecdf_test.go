package mlx

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestInverseCDFOfBrokenRows(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for seed := range uint64(50) {
		key := NewKey(seed)
		if id := key.inverseCDF([]float32{1, nan, 2, 3}, 1)[0]; id != 3 {
			t.Errorf("seed %d: a NaN gives %d, not the last index", seed, id)
		}
		if id := key.inverseCDF([]float32{1, inf, 2, 3}, 1)[0]; id != 1 {
			t.Errorf("seed %d: +Inf gives %d", seed, id)
		}
	}
	// All -Inf is a uniform draw: with 200 samples every index turns up.
	seen := map[uint32]bool{}
	for _, id := range NewKey(7).inverseCDF([]float32{-inf, -inf, -inf, -inf}, 200) {
		seen[id] = true
	}
	if len(seen) != 4 {
		t.Errorf("all -Inf reached %d of 4 indices", len(seen))
	}
}

func TestInverseCDFNeverDrawsWhatHasNoMass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logits := rapid.SliceOfN(rapid.Float32Range(-20, 20), 1, 40).Draw(t, "logits")
		keep := rapid.IntRange(0, len(logits)-1).Draw(t, "keep")
		for i := range logits {
			if i != keep && rapid.Bool().Draw(t, "masked") {
				logits[i] = float32(math.Inf(-1))
			}
		}
		for _, id := range NewKey(rapid.Uint64().Draw(t, "seed")).inverseCDF(logits, 8) {
			if math.IsInf(float64(logits[id]), -1) {
				t.Fatalf("drew the masked index %d of %v", id, logits)
			}
		}
	})
}
