package mlx

import (
	"math"
	"testing"
)

// MLX's argmax on the CPU: nothing beats a NaN in front, and no other NaN wins.
func TestGumbelMaxAndNaN(t *testing.T) {
	nan, negInf := float32(math.NaN()), float32(math.Inf(-1))
	for seed := range uint64(50) {
		key := NewKey(seed)
		if id := key.gumbelMax([]float32{nan, 1, 2}, 1, 3, 1, 1)[0]; id != 0 {
			t.Errorf("seed %d: NaN in front gives %d", seed, id)
		}
		if id := key.gumbelMax([]float32{negInf, nan, -5}, 1, 3, 1, 1)[0]; id != 2 {
			t.Errorf("seed %d: NaN inside gives %d", seed, id)
		}
		if id := key.gumbelMax([]float32{negInf, negInf, negInf}, 1, 3, 1, 1)[0]; id != 0 {
			t.Errorf("seed %d: all -Inf gives %d", seed, id)
		}
	}
}
