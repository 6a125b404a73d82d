package numpy

import (
	"errors"
	"math"
	"testing"
)

// The expected values were printed by NumPy 2.4.6.

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
