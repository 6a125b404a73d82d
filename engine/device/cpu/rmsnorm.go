package cpu

import (
	"math"

	"rowproof/engine/device"
)

func (s *step) RMSNorm(dst, src, gain device.Buffer, rows int, eps float32) {
	s.begin("rms norm")
	g := s.all("gain", gain)
	x := s.values("src", src, rows, len(g))
	y := s.values("dst", dst, rows, len(g))
	s.apart(y, "dst", x, g)
	if s.err != nil {
		return
	}
	for r := range rows {
		rmsNorm(y[r*len(g):(r+1)*len(g)], x[r*len(g):], g, eps)
	}
}

// rmsNorm norms len(dst) values, as many as the gain has.
func rmsNorm(dst, x, gain []float32, eps float32) {
	f := rmsFactor(x[:len(dst)], eps)
	for i := range dst {
		dst[i] = float32(x[i]*f) * gain[i]
	}
}

// rmsFactor is rsqrt(mean(x²)+eps). The squares are float32, as the oracle's
// are: values beyond 1.8e19 norm to zero.
func rmsFactor(x []float32, eps float32) float32 {
	mean := dot(x, x) / float32(len(x))
	return 1 / float32(math.Sqrt(float64(mean+eps)))
}
