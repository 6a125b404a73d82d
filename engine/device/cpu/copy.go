package cpu

import "rowproof/engine/device"

func (s *step) Copy(dst, src device.Buffer, n int) {
	s.begin("copy")
	x := s.values("src", src, n)
	y := s.values("dst", dst, n)
	s.apart(y, "dst", x)
	if s.err == nil {
		copy(y, x)
	}
}
