//go:build !race

package cpu

import (
	"testing"

	"rowproof/engine/device"
)

// TestOperationsDoNotAllocate: decoding runs them by the thousand. (Not under
// the race detector, where a pool forgets on purpose.)
func TestOperationsDoNotAllocate(t *testing.T) {
	d := New()
	var (
		x      = vector(t, d, sequence(1, 640))
		y      = vector(t, d, sequence(2, 640))
		dst    = zeros(t, d, 640)
		gain   = zeros(t, d, 64)
		small  = zeros(t, d, 4)
		taps   = zeros(t, d, 256)
		half   = zeros(t, d, 8)
		state  = stateOf(t, d, make([]float32, 64*3))
		memory = stateOf(t, d, make([]float32, 4*8*8))
		host   = make([]float32, 640)
		tokens = []int{0, 3}
		w, _   = matrixOf(t, d, sequence(3, 64*64), device.BF16, 64, 64)
	)
	s := d.Begin()
	n := testing.AllocsPerRun(20, func() {
		s.Embed(dst, w, tokens)
		s.MatMul(dst, x, w, 3)
		s.RMSNorm(dst, x, gain, 3, 1e-6)
		s.NormRotate(dst, x, gain, device.Rotary{Heads: 2, Width: 64, Stride: 128, Frequencies: half, Epsilon: 1e-6}, 2)
		s.Attend(dst, x, x, x, y, device.Attention{Heads: 4, KVHeads: 2, Width: 16, Past: 3}, 2)
		s.Convolve(dst, x, taps, state, nil, 3)
		s.DeltaRule(dst, x, y, y, small, small, memory, nil, device.Delta{KeyHeads: 2, ValueHeads: 4, KeyWidth: 8, ValueWidth: 8}, 3)
		s.GatedNorm(dst, x, y, gain, 3, 1e-6)
		s.SiLUMul(dst, x, y, 640)
		s.Add(dst, x, 640)
		s.Pair(dst, x, y, 2, 64)
		s.Copy(dst, x, 640)
		s.Read(host, dst)
	})
	run(t, s)
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
}
