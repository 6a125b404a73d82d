package cpu

import "rowproof/engine/device"

func (s *step) Read(dst []float32, src device.Buffer) {
	s.begin("read")
	x := s.values("src", src, len(dst))
	if s.err == nil {
		copy(dst, x)
	}
}
