package mlx

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func bitsOf(x []float32) []uint32 {
	bits := make([]uint32, len(x))
	for i, v := range x {
		bits[i] = math.Float32bits(v)
	}
	return bits
}

// From the receipts keyed-lazy/s1/0070, 0071, 0090, 0136 and 0141.
func TestUniformAsRecorded(t *testing.T) {
	for _, c := range []struct {
		seed   uint64
		dtype  DType
		lo, hi float32
		want   []uint32
	}{
		{16096130882707974765, F32, -7.25, -7, []uint32{0xc0e14e58}},
		{6621883933313392595, F32, 0.1, 0.7, []uint32{0x3e096bf4, 0x3ee97b10, 0x3ef9e92a}},
		{7933644836589020846, F32, 0, 1, []uint32{0x3e05aa5b}},
		{16893746606641649675, BF16, 0, 1, []uint32{
			0x3f1b0000, 0x3f380000, 0x3f6f0000, 0x3ed70000, 0x3eaf0000, 0x3e4a0000, 0x3d8b0000, 0x3eb40000,
			0x3e660000, 0x3e760000, 0x3f660000, 0x3dbc0000, 0x3f230000, 0x3f110000, 0x3f370000,
		}},
		{2713174848906707823, F16, 0, 1, []uint32{0x3dd2e000}},
	} {
		got := make([]float32, len(c.want))
		NewKey(c.seed).Uniform(got, c.dtype, c.lo, c.hi)
		if diff := cmp.Diff(c.want, bitsOf(got)); diff != "" {
			t.Errorf("seed %d (-want +got):\n%s", c.seed, diff)
		}
	}
}

func TestUniformStaysInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := NewKey(rapid.Uint64().Draw(t, "seed"))
		dtype := rapid.SampledFrom([]DType{F32, BF16, F16}).Draw(t, "dtype")
		u := make([]float32, rapid.IntRange(0, 300).Draw(t, "n"))
		key.Uniform(u, dtype, 0, 1)
		for i, v := range u {
			if v < 0 || v >= 1 || v > dtype.belowOne() || dtype.round(v) != v {
				t.Fatalf("uniform %d of type %d is %v", i, dtype, v)
			}
		}
	})
}
