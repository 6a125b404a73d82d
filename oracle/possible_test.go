package oracle_test

import (
	"errors"
	"strings"
	"testing"

	"rowproof/oracle"
)

// TestWhatNoSamplerCanHaveMadeIsRefused tampers with records, those of declared
// exceptions among them: the law does not look at these, the reader must.
func TestWhatNoSamplerCanHaveMadeIsRefused(t *testing.T) {
	number := func(v any, x string) object { return object{"v": v, "x": x} }
	for name, tc := range map[string]struct {
		id   string
		edit func(object)
	}{
		"token beyond the row":     {"ordinary-entry/s1/0454", func(l object) { in(l, "out", "draws", 0)["tok"] = 64 }},
		"negative token":           {"ordinary-entry/s1/0454", func(l object) { in(l, "out", "draws", 1)["tok"] = -1 }},
		"a draw below 0":           {"ordinary-entry/s1/0454", func(l object) { in(l, "out", "draws", 0)["next"] = number(-7.5, "c01e000000000000") }},
		"a draw of 1":              {"point-mass/s1/0023", func(l object) { in(l, "out")["next"] = number(1.0, "3ff0000000000000") }},
		"mass over another width":  {"ordinary-entry/s1/0454", func(l object) { in(l, "out", "dist")["vocab"] = 65 }},
		"argmax beyond the row":    {"native-invalid/s1/0000", func(l object) { l["out"].(object)["argmax_7577"] = 123456789 }},
		"acceptance above 1":       {"mixed-distributions/s1/0019", func(l object) { l["out"].(object)["accept"].([]any)[0] = number(123.25, "405ed00000000000") }},
		"batch token out of range": {"batched-greedy/s1/0003", func(l object) { in(l, "out", "forward")["batched"].([]any)[0] = 64 }},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			if _, err := edited(t, tc.id, tc.edit); !errors.Is(err, oracle.ErrFormat) {
				t.Errorf("%v, want ErrFormat", err)
			}
		})
	}
}

func TestAnIdCannotForgeOutput(t *testing.T) {
	for _, id := range []string{"", "two words", "line\nbreak", "\x1b[31mred"} {
		if _, err := edited(t, "rng/s1/0000", func(l object) { l["id"] = id }); !errors.Is(err, oracle.ErrFormat) {
			t.Errorf("%q: %v, want ErrFormat", id, err)
		}
	}
}
