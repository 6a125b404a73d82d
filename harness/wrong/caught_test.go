package wrong

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheTableIsReadAsItIsWritten(t *testing.T) {
	if got := formatCatches(Caught()); got != caughtText {
		t.Error(cmp.Diff(caughtText, got))
	}
}

func TestATableThatIsNoneIsRefused(t *testing.T) {
	for _, text := range []string{"a | shared | rng", "a | shared | rng | many"} {
		if table, err := parseCatches(text); err == nil {
			t.Errorf("%q is read as %v", text, table)
		}
	}
}
