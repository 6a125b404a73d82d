package cpu

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func rmsNorms(t fataler, src, gain []float32, rows int) []float32 {
	t.Helper()
	d := New()
	dst := vector(t, d, fill(rows*len(gain)))
	s := d.Begin()
	s.RMSNorm(dst, vector(t, d, src), vector(t, d, gain), rows, 1e-6)
	run(t, s)
	return read(t, d, dst)
}

// rms64 is the reference: x*rsqrt(mean(x²)+eps), scaled.
func rms64(x []float32, scale float64) []float64 {
	var sum float64
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v) / math.Sqrt(sum/float64(len(x))+1e-6) * scale
	}
	return out
}

// size is the scale for errors that are relative for large values.
func size(want []float64) []float64 {
	out := make([]float64, len(want))
	for i, v := range want {
		out[i] = 1 + math.Abs(v)
	}
	return out
}

func TestRMSNorm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, width := rapid.IntRange(0, 5).Draw(t, "rows"), rapid.IntRange(1, 70).Draw(t, "width")
		src, gain := numbers(t, "src", rows*width), numbers(t, "gain", width)
		got := rmsNorms(t, src, gain, rows)
		var want []float64
		var alone []float32
		for r := range rows {
			row := src[r*width : (r+1)*width]
			for i, v := range rms64(row, 1) {
				want = append(want, v*float64(gain[i]))
			}
			alone = append(alone, rmsNorms(t, row, gain, 1)...)
		}
		near(t, "rms", got, want, size(want), 1e-6)
		sameBits(t, "row by row", alone, got)
	})
}

func TestRMSNormNaNStaysInItsRow(t *testing.T) {
	src := sequence(1, 5*9)
	src[2*9+4] = nan
	wantNaN(t, "rms", rmsNorms(t, src, sequence(2, 9), 5), func(i int) bool { return i/9 == 2 })
}

// TestRMSNormOverflowsAsTheOracle: MLX 0.32.2 on its CPU device gives these.
func TestRMSNormOverflowsAsTheOracle(t *testing.T) {
	one := []float32{1, 1, 1, 1}
	sameBits(t, "squares beyond float32", rmsNorms(t, []float32{1e20, 1, 2, 3}, one, 1), []float32{0, 0, 0, 0})
	sameBits(t, "infinity", rmsNorms(t, []float32{inf, 1, 2, 3}, one, 1), []float32{nan, 0, 0, 0})
}
