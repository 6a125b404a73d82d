package cpu

import "rowproof/engine/device"

func (s *step) GatedNorm(dst, src, gate, gain device.Buffer, groups int, eps float32) {
	s.begin("gated norm")
	g := s.all("gain", gain)
	x := s.values("src", src, groups, len(g))
	z := s.values("gate", gate, groups, len(g))
	y := s.values("dst", dst, groups, len(g))
	s.apart(y, "dst", x, z, g)
	if s.err != nil {
		return
	}
	for i := range groups {
		rmsNorm(y[i*len(g):(i+1)*len(g)], x[i*len(g):], g, eps)
	}
	siluMul(y, z, y)
}
