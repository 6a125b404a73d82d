package logits_test

import (
	"math"
	"slices"
	"testing"

	"rowproof/engine/logits"
)

// TestRowFloat32sWidensExactly: a copy of the row, in any dtype, which is one full
// read and leaves the row its own.
func TestRowFloat32sWidensExactly(t *testing.T) {
	inf := float32(math.Inf(1))
	for name, row := range map[string]logits.Row{
		"float32":  logits.F32([]float32{1.5, -2, inf}),
		"bfloat16": logits.BF16([]uint16{0x3fc0, 0xc000, 0x7f80}),
		"float16":  logits.F16([]uint16{0x3e00, 0xc000, 0x7c00}),
	} {
		before := logits.FullReads()
		got := make([]float32, row.Width())
		row.Float32s(got)
		if want := []float32{1.5, -2, inf}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if n := logits.FullReads() - before; n != 1 {
			t.Errorf("%s: %d full reads, want 1", name, n)
		}
		clear(got)
		again := make([]float32, row.Width())
		row.Float32s(again)
		if again[0] != 1.5 {
			t.Errorf("%s: the copy shares the row's memory", name)
		}
	}
}
