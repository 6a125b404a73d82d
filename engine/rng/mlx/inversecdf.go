package mlx

import (
	"math"

	"rowproof/engine/numeric"
)

// inverseCDF draws repeat indices from one row. The masses before each entry
// and their total are sequential float32 sums of the same weights.
func (k Key) inverseCDF(logits []float32, repeat int) []uint32 {
	before := make([]float32, len(logits))
	total := float32(0)
	m := numeric.Max32(logits)
	for i, x := range logits {
		before[i] = total
		total += weight(x, m)
	}

	u := make([]float32, repeat)
	k.Uniform(u, F32, 0, 1)
	ids := make([]uint32, repeat)
	for i := range ids {
		// before[0] is 0 and a target is never below 0, so at least one entry
		// stands at or before it.
		ids[i] = uint32(notAbove(before, float32(u[i]*total)) - 1)
	}
	return ids
}

// weight is the unnormalised mass of x under the row's maximum m. An infinite
// maximum shares the mass among the entries that have it; a NaN spoils it all.
func weight(x, m float32) float32 {
	if !math.IsInf(float64(m), 0) {
		return numeric.Exp32(x - m)
	}
	if x == m {
		return 1
	}
	return 0
}

// notAbove counts the entries of an ascending list that do not exceed target,
// where a NaN counts as larger than any number and equal to a NaN.
func notAbove(ascending []float32, target float32) int {
	lo, hi := 0, len(ascending)
	for lo < hi {
		mid := (lo + hi) / 2
		if v := ascending[mid]; v <= target || target != target {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
