package cpu

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func gatedNorm(t fataler, src, gate, gain []float32, groups int) []float32 {
	t.Helper()
	d := New()
	dst := vector(t, d, fill(groups*len(gain)))
	s := d.Begin()
	s.GatedNorm(dst, vector(t, d, src), vector(t, d, gate), vector(t, d, gain), groups, 1e-6)
	run(t, s)
	return read(t, d, dst)
}

func TestGatedNorm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups, width := rapid.IntRange(0, 40).Draw(t, "groups"), rapid.IntRange(1, 33).Draw(t, "width")
		src, gate, gain := numbers(t, "src", groups*width), numbers(t, "gate", groups*width), numbers(t, "gain", width)
		got := gatedNorm(t, src, gate, gain, groups)
		var want []float64
		var alone []float32
		for g := range groups {
			for i, v := range rms64(src[g*width:(g+1)*width], 1) {
				z := float64(gate[g*width+i])
				want = append(want, v*float64(gain[i])*z/(1+math.Exp(-z)))
			}
			alone = append(alone, gatedNorm(t, src[g*width:], gate[g*width:], gain, 1)...)
		}
		near(t, "gated norm", got, want, size(want), 2e-6)
		sameBits(t, "group by group", alone, got)
	})
}

func TestGatedNormNaNReachesWhatDependsOnIt(t *testing.T) {
	src, gate := sequence(1, 4*7), sequence(2, 4*7)
	src[2*7+1], gate[5] = nan, nan
	wantNaN(t, "gated norm", gatedNorm(t, src, gate, sequence(3, 7), 4), func(i int) bool { return i/7 == 2 || i == 5 })
}
