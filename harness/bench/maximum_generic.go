//go:build !(goexperiment.simd && amd64)

package bench

// maximum is the largest value of a row without any check.
func maximum(x []float32) float32 { return plainMaximum(x) }
