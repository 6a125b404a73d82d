package steps

import (
	"context"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestFeatures runs the requirements themselves.
func TestFeatures(t *testing.T) {
	r, err := Run(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Features {
		for _, s := range f.Scenarios {
			if s.Outcome != Passed {
				t.Errorf("%s: %s\n  %s", s.Outcome, s.Name, s.Failure)
			}
		}
	}
	if t.Failed() {
		t.Logf("order seed %d", r.Seed)
	}
	t.Logf("%+v", r.Counts())
}

var _ = context.Background
