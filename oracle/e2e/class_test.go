package e2e_test

import (
	"slices"
	"testing"

	"rowproof/oracle"
	"rowproof/oracle/e2e"
)

// TestEveryClassHasAReason and a name that no class of the row receipts has.
func TestEveryClassHasAReason(t *testing.T) {
	for _, c := range e2e.Classes() {
		if e2e.Reason(c) == "" || slices.Contains(oracle.Classes(), c) {
			t.Errorf("%s: %q", c, e2e.Reason(c))
		}
	}
	if e2e.Reason("no such class") != "" {
		t.Error("a reason for no class")
	}
}
