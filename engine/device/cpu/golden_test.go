package cpu

import (
	"encoding/binary"
	"hash/fnv"
	"testing"

	"rowproof/engine/device"
)

// TestSameBitsOnEveryMachine holds each operation against the hash of what it
// gave first (amd64, vectors). Portable loops, other machines and other levels
// of GOAMD64 must give the same; a hash changes only with the arithmetic.
func TestSameBitsOnEveryMachine(t *testing.T) {
	const rows = 5
	d := New()
	seed := uint64(0)
	random := func(n int) device.Buffer {
		seed++
		return vector(t, d, sequence(seed, n))
	}
	delta := device.Delta{KeyHeads: 2, ValueHeads: 4, KeyWidth: 19, ValueWidth: 11}
	matMul := func(dtype device.DType) func(s device.Step, dst device.Buffer) int {
		return func(s device.Step, dst device.Buffer) int {
			seed++
			w, _ := matrixOf(t, d, sequence(seed, 23*77), dtype, 23, 77)
			s.MatMul(dst, random(rows*77), w, rows)
			return rows * 23
		}
	}
	for _, c := range []struct {
		name string
		want uint64
		call func(s device.Step, dst device.Buffer) int
	}{
		{"matmul float32", 0x712cc49513fb526e, matMul(device.F32)},
		{"matmul bfloat16", 0x427a2608d32224b2, matMul(device.BF16)},
		{"matmul float16", 0x5ddcd10660af6cae, matMul(device.F16)},
		{"rms norm", 0xf1cd0c776f3d557a, func(s device.Step, dst device.Buffer) int {
			s.RMSNorm(dst, random(rows*61), random(61), rows, 1e-6)
			return rows * 61
		}},
		{"rotate", 0xc11d60df81e66750, func(s device.Step, dst device.Buffer) int {
			frequencies := vector(t, d, []float32{1, 0.3, 0.01, 1e-5})
			s.NormRotate(dst, random(rows*3*26), random(13), device.Rotary{
				Heads: 3, Width: 13, Stride: 26, Frequencies: frequencies, Position: 4321, Epsilon: 1e-6,
			}, rows)
			return rows * 3 * 13
		}},
		{"attend", 0x9f9dcc9243af5b42, func(s device.Step, dst device.Buffer) int {
			shape := device.Attention{Heads: 6, KVHeads: 2, Width: 13, Past: 8}
			s.Attend(dst, random(rows*78), random(rows*156), random(13*26), random(13*26), shape, rows)
			return rows * 78
		}},
		{"convolve", 0x650bfc57bc305656, func(s device.Step, dst device.Buffer) int {
			s.Convolve(dst, random(rows*29), random(29*4), stateOf(t, d, sequence(99, 29*3)), nil, rows)
			return rows * 29
		}},
		{"delta rule", 0xdbb6d2ded6d21fee, func(s device.Step, dst device.Buffer) int {
			s.DeltaRule(dst, random(rows*delta.Channels()), random(rows*4), random(rows*4), random(4), random(4),
				stateOf(t, d, sequence(98, delta.StateLen())), nil, delta, rows)
			return rows * 44
		}},
		{"gated norm", 0x1ae7f1a413e23d0b, func(s device.Step, dst device.Buffer) int {
			s.GatedNorm(dst, random(7*31), random(7*31), random(31), 7, 1e-6)
			return 7 * 31
		}},
		{"silu", 0x27657347f6708bb7, func(s device.Step, dst device.Buffer) int {
			s.SiLUMul(dst, random(501), random(501), 501)
			return 501
		}},
	} {
		dst := vector(t, d, fill(1000))
		s := d.Begin()
		n := c.call(s, dst)
		run(t, s)
		h := fnv.New64a()
		for _, b := range bitsOf(read(t, d, dst)[:n]) {
			_ = binary.Write(h, binary.LittleEndian, b) // a hash takes everything
		}
		if got := h.Sum64(); got != c.want {
			t.Errorf("%s: %#016x, want %#016x", c.name, got, c.want)
		}
	}
}
