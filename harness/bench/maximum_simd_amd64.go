//go:build goexperiment.simd && amd64

package bench

import "simd/archsimd"

// maximum is the largest value of a row without any check, as fast as vectors
// get: four accumulators, so that only loads limit it.
func maximum(x []float32) float32 {
	const lanes = 8
	if !archsimd.X86.AVX2() || len(x) < 4*lanes {
		return plainMaximum(x)
	}
	load := func(x []float32) archsimd.Float32x8 {
		return archsimd.LoadFloat32x8((*[lanes]float32)(x))
	}
	a, b, c, d := load(x), load(x[lanes:]), load(x[2*lanes:]), load(x[3*lanes:])
	rest := x[4*lanes:]
	for len(rest) >= 4*lanes {
		a = a.Max(load(rest))
		b = b.Max(load(rest[lanes:]))
		c = c.Max(load(rest[2*lanes:]))
		d = d.Max(load(rest[3*lanes:]))
		rest = rest[4*lanes:]
	}
	var peaks [lanes]float32
	a.Max(b).Max(c.Max(d)).Store(&peaks)
	archsimd.ClearAVXUpperBits()
	top := plainMaximum(peaks[:])
	if len(rest) > 0 {
		top = max(top, plainMaximum(rest))
	}
	return top
}
