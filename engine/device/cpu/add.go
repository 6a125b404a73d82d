package cpu

import "rowproof/engine/device"

func (s *step) Add(dst, src device.Buffer, n int) {
	s.begin("add")
	x := s.values("src", src, n)
	y := s.values("dst", dst, n)
	s.apart(y, "dst", x)
	if s.err == nil {
		axpy(y, 1, x) // the product with one is exact
	}
}
