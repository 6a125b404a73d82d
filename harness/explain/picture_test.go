package explain_test

import (
	"math"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rowproof/harness/explain"
)

func TestARowThatFitsIsOneCharacterPerValue(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tc := range []struct {
		name           string
		values         []float64
		unicode, ascii []string
	}{
		{"a ramp", []float64{0, 1, 2, 3, 4, 5, 6, 7}, []string{"▁▂▃▄▅▆▇█", "▁ low to █ high"}, []string{"_.-=+*#@", "_ low to @ high"}},
		{"flat", []float64{5, 5}, []string{"▄▄", "▁ low to █ high"}, []string{"==", "_ low to @ high"}},
		{"every mark", []float64{0, nan, inf, -inf, 7}, []string{"▁×↑↓█", "▁ low to █ high, × NaN, ↑ +Inf, ↓ -Inf"}, []string{"_N^v@", "_ low to @ high, N NaN, ^ +Inf, v -Inf"}},
		{"extremes", []float64{-math.MaxFloat64, 0, math.MaxFloat64}, []string{"▁▅█", "▁ low to █ high"}, []string{"_+@", "_ low to @ high"}},
		{"nothing finite", []float64{nan, nan}, []string{"××", "▁ low to █ high, × NaN"}, []string{"NN", "_ low to @ high, N NaN"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.unicode, explain.Picture(tc.values, 10, false)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tc.ascii, explain.Picture(tc.values, 10, true)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAWideRowIsBinnedWithItsFaultsInSight(t *testing.T) {
	values := make([]float64, 1000)
	for i := range values {
		values[i] = float64(i % 10)
		if i >= 300 && i < 400 {
			values[i] = math.Inf(-1)
		}
	}
	values[42] = math.NaN()
	values[350] = 9 // one value among masks
	values[777] = math.Inf(1)
	want := []string{
		"max N@@@@@@^@@",
		"min N__@___^__", // bin 3 holds masks and one 9: the masks do not show
		"each character is 100 values; _ low to @ high, N NaN, ^ +Inf, v -Inf",
	}
	if diff := cmp.Diff(want, explain.Picture(values, 10, true)); diff != "" {
		t.Error(diff)
	}
	values[350] = math.Inf(-1)
	if got := explain.Picture(values, 10, true)[0]; got != "max N@@v@@@^@@" {
		t.Errorf("a bin of masks alone: got %s", got)
	}
}

func TestAPictureNeverExceedsItsColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64(), 1, 500).Draw(t, "values")
		columns := rapid.IntRange(1, 100).Draw(t, "columns")
		rows := explain.Picture(values, columns, false)
		bars := rows[:len(rows)-1]
		for _, line := range bars {
			n := utf8.RuneCountInString(line)
			if len(bars) == 2 {
				n -= len("max ")
			}
			if n > columns || n < 1 {
				t.Fatalf("%d characters in %d columns: %q", n, columns, line)
			}
		}
	})
}
