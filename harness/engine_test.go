package harness_test

import (
	"errors"
	"testing"

	"rowproof/harness"
)

func TestUnsupportedCarriesTheReasonOfTheEngine(t *testing.T) {
	for reason, want := range map[string]string{"no batches": "no batches", "": "not supported by this engine"} {
		err := harness.Unsupported(reason)
		if !errors.Is(err, harness.ErrUnsupported) || err.Error() != want {
			t.Errorf("%q: got %v", reason, err)
		}
	}
}
