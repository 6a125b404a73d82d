package wrong

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rowproof/harness"
	"rowproof/harness/inprocess"
)

// TestPlainIsRight: a second reading of the law comes to the line and the
// exceptions of the first. Without it a wrong engine could be caught for a mistake
// that all of them share.
func TestPlainIsRight(t *testing.T) {
	for set, want := range map[string]string{
		ReceiptsShared: "total 2864: 2771 equal, 93 exceptions, 0 unsupported, 0 differ",
		ReceiptsAdded:  "total 24: 23 equal, 1 exceptions, 0 unsupported, 0 differ",
	} {
		t.Run(set, func(t *testing.T) {
			plain := replay(t, Plain(), set)
			if got := plain.Line(); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			for _, v := range plain.NotProven() {
				t.Errorf("%s: %s", v.ID, v.Problem())
			}
			ours := replay(t, inprocess.New(), set)
			if d := cmp.Diff(ours, plain, cmpopts.IgnoreFields(harness.Summary{}, "Engine"), cmpopts.IgnoreFields(harness.Verdict{}, "Elapsed")); d != "" {
				t.Errorf("product (-) and plain (+): %s", d)
			}
		})
	}
}
