package numpy

import (
	"errors"
	"math"
	"testing"
)

// The expected values were printed by NumPy 2.4.6.

func TestIntegersKeepsTheUnusedHalf(t *testing.T) {
	// The second integer comes from the high half of the first 64-bit word,
	// though a double was drawn in between.
	g := New(7)
	a, _ := g.Integers(0, math.MaxInt32)
	f := g.Float64()
	b, _ := g.Integers(0, math.MaxInt32)
	if a != 2029167940 || f != 0.8972138009695755 || b != 1342382291 {
		t.Errorf("got %d, %v, %d", a, f, b)
	}
}

func TestIntegersOverWideRanges(t *testing.T) {
	g := New(7)
	for _, c := range []struct{ lo, hi, want int64 }{
		{0, 4294967296, 4058335883},
		{-5, 1099511627776, 986497006766},
		{-9223372036854775808, 9223372036854775807, 5085503372737050977},
		{9, 10, 9},
		{0, 3, 1},
		{-9223372036854775808, 4611686018427387904, -6107617488867975823},
		{0, 6917529027641081856, 2076408988992585337},
	} {
		got, err := g.Integers(c.lo, c.hi)
		if err != nil || got != c.want {
			t.Errorf("Integers(%d, %d) = %d, %v, want %d", c.lo, c.hi, got, err, c.want)
		}
	}
	if _, err := g.Integers(3, 3); !errors.Is(err, ErrRange) {
		t.Errorf("empty range: %v, want ErrRange", err)
	}
}
