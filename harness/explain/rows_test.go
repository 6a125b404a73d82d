package explain_test

import (
	"strings"
	"testing"

	"rowproof/harness/explain"
)

func TestWhatIsDrawnIsNamedByWhatItIs(t *testing.T) {
	for id, want := range map[string][]string{
		"ordinary-entry/s1/0011":      {"\nrow (f32, normal), before its penalties\n"},
		"batched-fallback/s1/0002":    {"\nrow 0 (f32, signed_zero)\n", "\nrow 1 (f32, extreme_big)\n", "\nrow 2 (f32, extreme_spread)\n"},
		"batched-greedy/s1/0002":      {"\nrow 3 (f16, ties_cutoff)\n"},
		"point-mass/s1/0001":          {"\nrow 0 (bf16)\n", "\nrow 2 (bf16)\n"},
		"mixed-distributions/s1/0094": {"\ntarget (dense)\n", "\ndraft (sparse, 1 of 9 ids)\n"},
		"sparse-fallback/s1/0000":     {"\nprobabilities of 11 ids\n"},
		"numeric/s1/0000":             {"\ninput\n"},
		"ds4-0007":                    {"\nrow (f32, ties)\n"},
	} {
		got := explained(t, id, parrot{}, explain.Options{})
		for _, title := range want {
			if !strings.Contains(got, title) {
				t.Errorf("%s: no %q in\n%s", id, title, got)
			}
		}
	}
}

func TestWhatHasOnlyASeedIsNotDrawn(t *testing.T) {
	for _, id := range []string{"rng/s1/0000", "keyed-lazy/s1/0000"} {
		if got := explained(t, id, parrot{}, explain.Options{}); strings.Contains(got, "width") {
			t.Errorf("%s:\n%s", id, got)
		}
	}
}
