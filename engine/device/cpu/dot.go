package cpu

import "unsafe"

// lanes is the number of running sums of a dot product: value i goes to sum
// i mod lanes, and fold adds the sums. It is part of every result.
const lanes = 8

// dot is the sum of x[i]*y[i]; y is at least as long as x.
func dot(x, y []float32) float32 {
	if vectors {
		return dotVector(x, y)
	}
	return dotPortable(x, y)
}

// dot4 is four dot products with one x, each with the bits of dot: the four
// chains of sums run beside each other.
func dot4(x []float32, y *[4][]float32) [4]float32 {
	if vectors {
		return dot4Vector(x, y)
	}
	return [4]float32{dotPortable(x, y[0]), dotPortable(x, y[1]), dotPortable(x, y[2]), dotPortable(x, y[3])}
}

func dotPortable(x, y []float32) float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float32 // variables, so that they stay in registers
	xs := blocks(x)
	ys := blocks(y)[:len(xs)]
	for i := range xs {
		a, b := &xs[i], &ys[i]
		s0 += float32(a[0] * b[0])
		s1 += float32(a[1] * b[1])
		s2 += float32(a[2] * b[2])
		s3 += float32(a[3] * b[3])
		s4 += float32(a[4] * b[4])
		s5 += float32(a[5] * b[5])
		s6 += float32(a[6] * b[6])
		s7 += float32(a[7] * b[7])
	}
	done := len(xs) * lanes
	return fold(&[lanes]float32{s0, s1, s2, s3, s4, s5, s6, s7}, x[done:], y[done:])
}

// blocks is x without the last values that do not fill the lanes. Slicing x as
// it is read costs more than the arithmetic.
func blocks(x []float32) [][lanes]float32 {
	if len(x) < lanes { // no pointer to an array that is not all there
		return nil
	}
	return unsafe.Slice((*[lanes]float32)(unsafe.Pointer(unsafe.SliceData(x))), len(x)/lanes)
}

// fold takes the last values, fewer than lanes, into the running sums and adds them.
func fold(s *[lanes]float32, x, y []float32) float32 {
	y = y[:len(x)]
	for i, v := range x {
		s[i&(lanes-1)] += float32(v * y[i])
	}
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

// axpy is dst += a*x for the values of x.
func axpy(dst []float32, a float32, x []float32) {
	if vectors {
		axpyVector(dst[:len(x)], a, x)
		return
	}
	axpyPortable(dst[:len(x)], a, x)
}

func axpyPortable(dst []float32, a float32, x []float32) {
	for i, v := range x {
		dst[i] += float32(a * v)
	}
}
