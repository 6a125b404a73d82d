package harness_test

import (
	"errors"
	"strings"
	"testing"

	"rowproof/harness"
)

func TestFindTakesAnIDOrAnEndThatOnlyOneHas(t *testing.T) {
	files := allFiles(t)
	for asked, want := range map[string]string{
		"ordinary-entry/s1/0011": "ordinary-entry/s1/0011",
		"ds4-0007":               "ds4-0007",
		"entry/s1/0011":          "ordinary-entry/s1/0011",
		"native-invalid/s1/0041": "native-invalid/s1/0041",
		"0938":                   "ordinary-entry/s1/0938",
	} {
		c, err := harness.Find(files, asked)
		if err != nil || c.ID != want {
			t.Errorf("%s: got %v, %v", asked, c, err)
		}
	}
}

func TestFindNamesWhatCouldHaveBeenMeant(t *testing.T) {
	files := allFiles(t)
	for _, tc := range []struct {
		asked string
		want  error
		names string
	}{
		{"rng/s1/1000", harness.ErrUnknownCase, "rng/s1/0000"},
		{"ordinary-entry/s2/0011", harness.ErrUnknownCase, "ordinary-entry/s1/0011"},
		{"", harness.ErrUnknownCase, "ds4-0000"},
		{"/0011", harness.ErrAmbiguousCase, "batched-fallback/s1/0011"},
		{"rng/s1/000", harness.ErrAmbiguousCase, "5 more"},
	} {
		c, err := harness.Find(files, tc.asked)
		if c != nil || !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.names) {
			t.Errorf("%q: got %v, %v", tc.asked, c, err)
		}
	}
}
