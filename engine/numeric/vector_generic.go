//go:build !(goexperiment.simd && amd64)

package numeric

// Without vector loops the branches on this constant vanish, and with them the
// calls below.
const vectors = false

func peakVector(x []float32) (float32, bool)         { return peakPortable(x) }
func expSubVector(dst, x []float32, m float32)       { expSubPortable(dst, x, m) }
func scaleVector(dst, x []float32, f float32)        { scalePortable(dst, x, f) }
func nextAboveVector(x []float32, floor float32) int { return nextAbovePortable(x, floor) }
