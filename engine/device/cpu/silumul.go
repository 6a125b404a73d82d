package cpu

import "rowproof/engine/device"

func (s *step) SiLUMul(dst, gate, up device.Buffer, n int) {
	s.begin("silu")
	g := s.values("gate", gate, n)
	u := s.values("up", up, n)
	y := s.values("dst", dst, n)
	for _, x := range [][]float32{g, u} {
		if !same(y, x) {
			s.apart(y, "dst", x)
		}
	}
	if s.err == nil {
		siluMul(y, g, u)
	}
}

// siluMul is silu(gate)*up; dst may be either.
func siluMul(dst, gate, up []float32) {
	var sig [block]float32
	for len(dst) > 0 {
		n := min(len(dst), block)
		sigmoid(sig[:n], gate[:n])
		for i, f := range sig[:n] {
			dst[i] = float32(gate[i]*f) * up[i]
		}
		dst, gate, up = dst[n:], gate[n:], up[n:]
	}
}
