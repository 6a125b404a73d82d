package cpu

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestActivationsAtTheEdges: values that MLX 0.32.2 gives on its CPU device.
func TestActivationsAtTheEdges(t *testing.T) {
	x := []float32{-100, 0, 100, inf, -inf, nan}
	got := make([]float32, len(x))
	sigmoid(got, x)
	sameBits(t, "sigmoid", got, []float32{0, 0.5, 1, 1, 0, nan})
	copy(got, x)
	silu(got)
	sameBits(t, "silu", got, []float32{float32(math.Copysign(0, -1)), 0, 100, inf, nan, nan})
	for i, v := range x {
		got[i] = softplus(v)
	}
	sameBits(t, "softplus", got, []float32{0, 0x1.62e43p-1, 100, inf, 0, nan})
}

func TestActivations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := []float32{rapid.Float32Range(-80, 80).Draw(t, "x")}
		v := float64(x[0])
		got := make([]float32, 1)
		sigmoid(got, x)
		one := []float64{1 / (1 + math.Exp(-v))}
		near(t, "sigmoid", got, one, one, 1e-5) // Exp32 is as far off, near -80
		soft := []float64{max(v, 0) + math.Log1p(math.Exp(-math.Abs(v)))}
		near(t, "softplus", []float32{softplus(x[0])}, soft, soft, 1e-5)
		e := rapid.Float32Range(0, 1).Draw(t, "e")
		log := []float64{math.Log1p(float64(e))}
		near(t, "log1p", []float32{log1p(e)}, log, log, 3e-7)
	})
}
