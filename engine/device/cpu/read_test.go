package cpu

import "testing"

func TestRead(t *testing.T) {
	d := New()
	out := make([]float32, 2)
	s := d.Begin()
	s.Read(out, vector(t, d, []float32{1, -inf, 3}))
	run(t, s)
	sameBits(t, "read", out, []float32{1, -inf})
}
