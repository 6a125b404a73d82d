package cpu

import "rowproof/engine/device"

func (s *step) NormRotate(dst, src, gain device.Buffer, shape device.Rotary, rows int) {
	s.begin("norm and rotate")
	f := s.all("frequencies", shape.Frequencies)
	g := s.all("gain", gain)
	heads, width, stride := shape.Heads, shape.Width, shape.Stride
	if heads <= 0 || width <= 0 || stride < width || len(g) != width || 2*len(f) > width || shape.Position < 0 {
		s.refuse("%d heads of %d values in steps of %d, gain of %d, %d frequencies, position %d",
			heads, width, stride, len(g), len(f), shape.Position)
	}
	x := s.values("src", src, rows, heads, stride)
	y := s.values("dst", dst, rows, heads, width)
	s.apart(y, "dst", x, g, f)
	if s.err != nil {
		return
	}
	work := newScratch()
	defer work.free()
	turn := work.take(2 * len(f))
	sines, cosines := turn[:len(f)], turn[len(f):]
	for r := range rows {
		for j, f := range f {
			sines[j], cosines[j] = sincos(float32(shape.Position+r) * f)
		}
		for h := r * heads; h < (r+1)*heads; h++ {
			out := y[h*width : (h+1)*width]
			rmsNorm(out, x[h*stride:], g, shape.Epsilon)
			rotate(out, sines, cosines)
		}
	}
}

// rotate turns the pairs (j, j+half) of a head.
func rotate(x, sines, cosines []float32) {
	half := len(sines)
	for j, sin := range sines {
		cos := cosines[j]
		a, b := x[j], x[j+half]
		x[j] = float32(a*cos) - float32(b*sin)
		x[j+half] = float32(a*sin) + float32(b*cos)
	}
}
