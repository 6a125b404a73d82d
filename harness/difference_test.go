package harness_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
)

func TestDifferencesNameTheLeafAndTheDistance(t *testing.T) {
	for _, tc := range []struct {
		name, want, seen string
		lines            []string
	}{
		{"equal", `{"a":[1,2]}`, `{"a":[1,2]}`, nil},
		{"a token", `{"tok":3}`, `{"tok":4}`, []string{"tok: want 3, seen 4"}},
		{"large words keep all digits", `18446744073709551615`, `18446744073709551614`, []string{"want 18446744073709551615, seen 18446744073709551614"}},
		{"token for error", `{"err":{"nan":1}}`, `{"tok":4}`, []string{`err: want {"nan":1}, seen absent`, "tok: want absent, seen 4"}},
		{"a number", `{"next":"3ff0000000000000"}`, `{"next":"3ff0000000000002"}`, []string{"next: want 1, seen 1.0000000000000004 (2 ulp)"}},
		{"a bare float32", `"3f800000"`, `"3f800001"`, []string{"want 1, seen 1.0000001 (1 ulp)"}},
		{"a vector", `{"p":"3ff0000000000000 0000000000000000"}`, `{"p":"3ff0000000000000 7ff8000000000000"}`, []string{"p[1]: want 0, seen NaN (not a number)"}},
		{"a longer vector", `{"p":"3f800000"}`, `{"p":"3f800000 40000000"}`, []string{"p[1]: want absent, seen 2"}},
		{"an empty vector", `{"p":"3f800000"}`, `{"p":""}`, []string{"p: want 1, seen absent"}},
		{"a shorter list", `[[1],[2]]`, `[[1]]`, []string{"[1]: want [2], seen absent"}},
		{"nested", `{"dists":[{"ids":[1,2]}]}`, `{"dists":[{"ids":[1,3]}]}`, []string{"dists[0].ids[1]: want 2, seen 3"}},
		{"the state of a stream is no number", `{"rng_state":"3ff0000000000000"}`, `{"rng_state":"3ff0000000000001"}`, []string{`rng_state: want "3ff0000000000000", seen "3ff0000000000001"`}},
		{"a digest is no number", `"aaaaaaaaaaaaaaaa0"`, `"aaaaaaaaaaaaaaaa1"`, []string{`want "aaaaaaaaaaaaaaaa0", seen "aaaaaaaaaaaaaaaa1"`}},
		{"other types", `null`, `{"a":1}`, []string{`want null, seen {"a":1}`}},
		{"no JSON", `{`, `{}`, []string{"want {, seen {}"}},
		{"no JSON twice", `{`, `{`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var lines []string
			for _, d := range harness.Differences(json.RawMessage(tc.want), json.RawMessage(tc.seen)) {
				lines = append(lines, d.String())
			}
			if diff := cmp.Diff(tc.lines, lines); diff != "" {
				t.Error(diff)
			}
		})
	}
}
