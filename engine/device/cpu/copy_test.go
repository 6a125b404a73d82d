package cpu

import "testing"

func TestCopy(t *testing.T) {
	d := New()
	dst := vector(t, d, []float32{9, 9, 9})
	s := d.Begin()
	s.Copy(dst, vector(t, d, []float32{1, nan, 3}), 2)
	run(t, s)
	sameBits(t, "copy", read(t, d, dst), []float32{1, nan, 9})
}
