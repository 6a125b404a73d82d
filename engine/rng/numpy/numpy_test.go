package numpy

import (
	"errors"
	"math"
	"testing"
)

// want values below were printed by NumPy 2.4.6.

func TestFloat64FollowsDefaultRNG(t *testing.T) {
	g := New(0)
	if s := g.State(); s.State != "1aa1b5345996452d09585eb7a69561e3" || s.Inc != "418ddadb3af71a82588133bc447873a9" {
		t.Errorf("state of default_rng(0) = %+v", s)
	}
	if got, want := g.Peek(), 0.6369616873214543; got != want {
		t.Errorf("Peek = %v, want %v", got, want)
	}
	if got, want := g.Float64(), 0.6369616873214543; got != want {
		t.Errorf("first double = %v, want %v", got, want)
	}
}

func TestSeedsOfAnySize(t *testing.T) {
	for seed, want := range map[string]float64{
		"0":                             0.6369616873214543,
		"1":                             0.5118216247002567,
		"4294967295":                    0.2519435680449965,
		"4294967296":                    0.8897387912781343,
		"9223372036854775813":           0.48023310532329777,
		"18446744073709551615":          0.6800266789616931,
		"79228162514264337593543950339": 0.26138531898089656,
		"1361129467683753853853498429727072845841": 0.6927509201496415,
	} {
		g, err := FromDecimal(seed)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Float64(); got != want {
			t.Errorf("default_rng(%s).random() = %v, want %v", seed, got, want)
		}
	}
	for _, bad := range []string{"", "-1", "1.5", "x"} {
		if _, err := FromDecimal(bad); !errors.Is(err, ErrSeed) {
			t.Errorf("FromDecimal(%q): %v, want ErrSeed", bad, err)
		}
	}
}

func TestNewEqualsFromDecimal(t *testing.T) {
	for seed, decimal := range map[uint64]string{0: "0", 7: "7", 1 << 32: "4294967296", math.MaxUint64: "18446744073709551615"} {
		g, err := FromDecimal(decimal)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := New(seed).State(), g.State(); a != b {
			t.Errorf("seed %s: New %+v, FromDecimal %+v", decimal, a, b)
		}
	}
}

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

func TestChoiceDrawsOneDoubleEvenForOneIndex(t *testing.T) {
	g := New(1)
	ahead := New(1)
	ahead.Float64()
	if i, err := g.Choice([]float64{1}); i != 0 || err != nil {
		t.Errorf("Choice = %d, %v", i, err)
	}
	if g.Peek() != ahead.Peek() {
		t.Error("a certain choice must still consume one double")
	}
}

func TestChoiceRefusesWithoutDrawing(t *testing.T) {
	for _, p := range [][]float64{nil, {math.NaN(), 1}, {-0.5, 1.5}, {0.5, 0.4}, {0, 0}, {math.Inf(1)}} {
		g := New(1)
		if _, err := g.Choice(p); !errors.Is(err, ErrProbabilities) {
			t.Errorf("Choice(%v): %v, want ErrProbabilities", p, err)
		}
		if g.Peek() != New(1).Peek() {
			t.Errorf("Choice(%v) drew from the stream", p)
		}
	}
}

func TestChoiceNeverPicksAnImpossibleIndex(t *testing.T) {
	g := New(3)
	for range 1000 {
		if i, _ := g.Choice([]float64{0, 0.5, 0, 0.5, 0}); i != 1 && i != 3 {
			t.Fatalf("picked %d", i)
		}
	}
}
