//go:build !(goexperiment.simd && amd64)

package cpu

// Without vector loops the branches on this constant vanish, and with them the
// calls below.
const vectors = false

func dotVector(x, y []float32) float32                   { return dotPortable(x, y) }
func dot4Vector(x []float32, y *[4][]float32) [4]float32 { return dot4(x, y) }
func axpyVector(dst []float32, a float32, x []float32)   { axpyPortable(dst, a, x) }
func unpackBF16Vector(dst []float32, w []byte)           { unpackBF16Portable(dst, w) }
func unpackF16Vector(dst []float32, w []byte)            { unpackF16Portable(dst, w) }
