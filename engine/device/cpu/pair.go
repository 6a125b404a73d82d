package cpu

import "rowproof/engine/device"

func (s *step) Pair(dst, a, b device.Buffer, rows, width int) {
	s.begin("pair")
	left := s.values("a", a, rows, width)
	right := s.values("b", b, rows, width)
	y := s.values("dst", dst, rows, 2, width)
	s.apart(y, "dst", left, right)
	if s.err != nil {
		return
	}
	for r := range rows {
		copy(y[2*r*width:], left[r*width:(r+1)*width])
		copy(y[(2*r+1)*width:], right[r*width:(r+1)*width])
	}
}
