//go:build !(goexperiment.simd && amd64)

package numeric

func divPeak64Vector(x []float64, d float64) float64 { return divPeak64Portable(x, d) }
func expSub64Vector(x []float64, m float64)          { expSub64Portable(x, m) }
