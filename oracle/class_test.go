package oracle_test

import (
	"strings"
	"testing"

	"rowproof/oracle"
)

// TestClassesHaveReasons finds one sentence for every class, each its own.
func TestClassesHaveReasons(t *testing.T) {
	seen := map[string]oracle.Class{}
	for _, class := range oracle.Classes() {
		reason := class.Reason()
		if !strings.HasSuffix(reason, ".") || strings.Count(reason, ". ") != 0 {
			t.Errorf("%s: %q is not one sentence", class, reason)
		}
		if other, ok := seen[reason]; ok {
			t.Errorf("%s and %s have the same reason", class, other)
		}
		seen[reason] = class
	}
	if len(seen) == 0 || oracle.Class("made-up").Reason() != "" {
		t.Errorf("%d classes; a made-up one has reason %q", len(seen), oracle.Class("made-up").Reason())
	}
}
