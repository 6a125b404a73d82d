package explain_test

import (
	"strings"
	"testing"

	"rowproof/harness/explain"
	"rowproof/oracle"
)

func TestEveryCaseHasARequirementOfItsOwnGroup(t *testing.T) {
	byText := map[string]string{}
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			text := explain.Requirement(c)
			if text == "" || !strings.HasSuffix(text, ".") {
				t.Fatalf("%s: %q", c.ID, text)
			}
			if group, ok := byText[text]; ok && group != c.Group {
				t.Fatalf("groups %s and %s share %q", group, c.Group, text)
			}
			byText[text] = c.Group
		}
	}
}

func TestTheRouteChoosesTheRequirement(t *testing.T) {
	row := oracle.Row{DType: oracle.F32, F32: []float32{1}}
	for _, tc := range []struct {
		cfg  oracle.Config
		want string
	}{
		{oracle.Config{Temperature: 0, TopK: 20}, "Greedy "},
		{oracle.Config{Temperature: -1}, "Greedy "},
		{oracle.Config{Temperature: 1, TopK: 20}, "The sparse route "},
		{oracle.Config{Temperature: 1}, "The dense route "},
		{oracle.Config{Temperature: 1, TopK: -1}, "The dense route "},
	} {
		c := &oracle.Case{Group: oracle.GroupOrdinary, Entry: oracle.EntryOrdinary, In: &oracle.OrdinaryIn{Row: row, Cfg: tc.cfg}}
		if got := explain.Requirement(c); !strings.HasPrefix(got, tc.want) {
			t.Errorf("%+v: %s", tc.cfg, got)
		}
	}
}
