package explain_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness/explain"
)

func lines(values ...float64) []string {
	c := explain.Count(values)
	return c.Lines(func(v float64) string { return fmt.Sprint(v) })
}

func TestTheCensusInWords(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tc := range []struct {
		name   string
		values []float64
		want   []string
	}{
		{"healthy", []float64{1, 3, 3, -2}, []string{"width 4: 4 finite, 0 NaN, 0 +Inf, 0 -Inf; finite from -2 to 3 (first at 1)"}},
		{"masked", []float64{-inf, 1}, []string{"width 2: 1 finite, 0 NaN, 0 +Inf, 1 -Inf; finite from 1 to 1 (first at 1)"}},
		{"nothing finite", []float64{-inf, -inf}, []string{"width 2: 0 finite, 0 NaN, 0 +Inf, 2 -Inf"}},
		{"broken", []float64{0, nan, inf}, []string{"width 3: 1 finite, 1 NaN, 1 +Inf, 0 -Inf; finite from 0 to 0 (first at 0)", "first faults: NaN at 1, +Inf at 2"}},
		{"many faults", []float64{nan, nan, nan, nan, nan, nan, inf, nan}, []string{
			"width 8: 0 finite, 7 NaN, 1 +Inf, 0 -Inf", "first faults: NaN at 0, NaN at 1, NaN at 2, NaN at 3, NaN at 4, NaN at 5, 2 more",
		}},
		{"empty", nil, []string{"width 0: 0 finite, 0 NaN, 0 +Inf, 0 -Inf"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, lines(tc.values...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
