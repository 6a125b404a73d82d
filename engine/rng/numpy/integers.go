package numpy

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// ErrRange refuses an empty interval.
var ErrRange = errors.New("low is not below high")

// Integers draws from [lo, hi) as Generator.integers does for int64: Lemire's
// method on 32-bit words where the range allows, on 64-bit words beyond. A
// range of one value draws nothing.
func (g *Generator) Integers(lo, hi int64) (int64, error) {
	if lo >= hi {
		return 0, fmt.Errorf("integers from %d to %d: %w", lo, hi, ErrRange)
	}
	r := uint64(hi) - uint64(lo) - 1
	switch {
	case r == 0:
		return lo, nil
	case r == math.MaxUint32:
		return lo + int64(g.uint32()), nil
	case r < math.MaxUint32:
		n := uint32(r) + 1
		m := uint64(g.uint32()) * uint64(n)
		if uint32(m) < n {
			for reject := (math.MaxUint32 - uint32(r)) % n; uint32(m) < reject; {
				m = uint64(g.uint32()) * uint64(n)
			}
		}
		return lo + int64(m>>32), nil
	}
	n := r + 1
	high, low := bits.Mul64(g.Uint64(), n)
	if low < n {
		for reject := (math.MaxUint64 - r) % n; low < reject; {
			high, low = bits.Mul64(g.Uint64(), n)
		}
	}
	return int64(uint64(lo) + high), nil
}
