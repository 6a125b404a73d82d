package numeric

import "math"

// The loops that touch every value of a row have a portable form, below, and
// under GOEXPERIMENT=simd on amd64 one with vectors; both give the same bits.
// The choice is a branch and not a function variable, so that buffers passed to
// a loop can stay on the stack.

// VectorKind names the loops in use: "avx2" or "portable".
func VectorKind() string {
	if vectors {
		return "avx2"
	}
	return "portable"
}

// Peak returns the largest value of x that is not NaN (-Inf if there is none)
// and whether x holds a NaN, in one pass.
func Peak(x []float32) (top float32, nan bool) {
	if vectors {
		return peakVector(x)
	}
	return peakPortable(x)
}

func peakPortable(x []float32) (top float32, nan bool) {
	top = float32(math.Inf(-1))
	for _, v := range x {
		if v > top {
			top = v
		}
		nan = nan || v != v
	}
	return top, nan
}

// Max32 is the largest value of x; a NaN anywhere makes the result NaN.
func Max32(x []float32) float32 {
	top, nan := Peak(x)
	if nan {
		return float32(math.NaN())
	}
	return top
}

// ExpSub32 sets dst[i] = Exp32(x[i] - m). dst may be x itself.
func ExpSub32(dst, x []float32, m float32) {
	if vectors {
		expSubVector(dst[:len(x)], x, m)
		return
	}
	expSubPortable(dst[:len(x)], x, m)
}

func expSubPortable(dst, x []float32, m float32) {
	for i, v := range x {
		dst[i] = Exp32(v - m)
	}
}

// Scale32 sets dst[i] = x[i] * f, rounded to float32. dst may be x itself.
func Scale32(dst, x []float32, f float32) {
	if vectors {
		scaleVector(dst[:len(x)], x, f)
		return
	}
	scalePortable(dst[:len(x)], x, f)
}

func scalePortable(dst, x []float32, f float32) {
	for i, v := range x {
		dst[i] = v * f
	}
}

// NextAbove returns the index of the first value greater than floor, or -1.
// A NaN is never above anything.
func NextAbove(x []float32, floor float32) int {
	if vectors {
		return nextAboveVector(x, floor)
	}
	return nextAbovePortable(x, floor)
}

func nextAbovePortable(x []float32, floor float32) int {
	for i, v := range x {
		if v > floor {
			return i
		}
	}
	return -1
}
