package cpu

import "testing"

func TestPair(t *testing.T) {
	d := New()
	dst := vector(t, d, fill(8))
	s := d.Begin()
	s.Pair(dst, vector(t, d, []float32{1, 2, 3, nan}), vector(t, d, []float32{5, 6, 7, 8}), 2, 2)
	run(t, s)
	sameBits(t, "pair", read(t, d, dst), []float32{1, 2, 5, 6, 3, nan, 7, 8})
}
