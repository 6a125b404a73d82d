package cpu

import (
	"context"
	"errors"
	"testing"

	"rowproof/engine/device"
)

func TestEmbed(t *testing.T) {
	d := New()
	for _, dtype := range dtypes {
		table, values := matrixOf(t, d, sequence(1, 5*13), dtype, 5, 13)
		dst := vector(t, d, fill(3*13))
		s := d.Begin()
		s.Embed(dst, table, []int{4, 0, 4})
		run(t, s)
		want := append(append(append([]float32(nil), values[4*13:]...), values[:13]...), values[4*13:]...)
		sameBits(t, dtype.String(), read(t, d, dst), want)
	}
}

func TestEmbedRefusesATokenAndCopiesNothing(t *testing.T) {
	d := New()
	table, _ := matrixOf(t, d, sequence(1, 6), device.F32, 3, 2)
	for _, tokens := range [][]int{{0, 3}, {0, -1}} {
		dst := zeros(t, d, 4)
		s := d.Begin()
		s.Embed(dst, table, tokens)
		if err := s.Run(context.Background()); !errors.Is(err, device.ErrToken) {
			t.Errorf("tokens %v: %v, want ErrToken", tokens, err)
		}
		sameBits(t, "dst", read(t, d, dst), make([]float32, 4))
	}
}
