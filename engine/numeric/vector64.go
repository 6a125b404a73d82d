package numeric

import "math"

// DivPeak64 divides x by d in place and returns the largest quotient that is
// not NaN, -Inf if there is none.
func DivPeak64(x []float64, d float64) float64 {
	if vectors {
		return divPeak64Vector(x, d)
	}
	return divPeak64Portable(x, d)
}

func divPeak64Portable(x []float64, d float64) float64 {
	top := math.Inf(-1)
	for i, v := range x {
		v /= d
		x[i] = v
		if v > top {
			top = v
		}
	}
	return top
}

// ExpSub64 replaces every x by Exp64(x - m).
func ExpSub64(x []float64, m float64) {
	if vectors {
		expSub64Vector(x, m)
		return
	}
	expSub64Portable(x, m)
}

func expSub64Portable(x []float64, m float64) {
	for i, v := range x {
		x[i] = Exp64(v - m)
	}
}
