package cpu

import "testing"

func TestAdd(t *testing.T) {
	d := New()
	x, y := sequence(1, 21), sequence(2, 21)
	x[3], y[5], x[9], y[9] = nan, nan, inf, -inf
	want := append([]float32(nil), y...)
	for i := range 20 {
		want[i] = y[i] + x[i]
	}
	dst := vector(t, d, y)
	s := d.Begin()
	s.Add(dst, vector(t, d, x), 20)
	run(t, s)
	sameBits(t, "sum", read(t, d, dst), want)
}
