package cpu

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestSiLUMul(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := New()
		n := rapid.IntRange(0, 600).Draw(t, "n")
		x, y := numbers(t, "gate", n), numbers(t, "up", n)
		if n > 0 {
			x[rapid.IntRange(0, n-1).Draw(t, "odd gate")] = nan
			y[rapid.IntRange(0, n-1).Draw(t, "odd up")] = nan
		}
		dst, gate, up := vector(t, d, fill(n)), vector(t, d, x), vector(t, d, y)
		s := d.Begin()
		s.SiLUMul(dst, gate, up, n)
		run(t, s)
		got := read(t, d, dst)
		for i, v := range got {
			z := float64(x[i])
			want := z / (1 + math.Exp(-z)) * float64(y[i])
			if bad := want != want; bad != (v != v) || math.Abs(float64(v)-want) > 1e-6*(1+math.Abs(want)) {
				t.Fatalf("silu(%v)*%v = %v, want %v", x[i], y[i], v, want)
			}
		}
		s = d.Begin()
		s.SiLUMul(gate, gate, up, n)
		run(t, s)
		sameBits(t, "into gate", read(t, d, gate), got)
		gate = vector(t, d, x)
		s = d.Begin()
		s.SiLUMul(up, gate, up, n)
		run(t, s)
		sameBits(t, "into up", read(t, d, up), got)
	})
}
