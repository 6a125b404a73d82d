package steps

import (
	"errors"
	"testing"
)

func TestTinyStepsNotice(t *testing.T) { notices(t, "tiny.feature", tinySteps) }

// TestATokenMetBeforeIsNoTrigger: the fault would come earlier than the sentence says.
func TestATokenMetBeforeIsNoTrigger(t *testing.T) {
	w := &world{}
	w.gen.request.Prompt = []int{1, 2}
	w.gen.seen.result.Tokens = []int{3, 2, 3}
	for _, n := range []int{0, 2, 3, 4} {
		if err := w.givenPoisonedAnswer(n, "nan"); err == nil || errors.Is(err, errNoModel) {
			t.Errorf("token %d: %v", n, err)
		}
	}
}
