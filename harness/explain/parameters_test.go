package explain_test

import (
	"strings"
	"testing"

	"rowproof/harness/explain"
)

func TestParametersStandInDecimalWithoutTheRow(t *testing.T) {
	got := explained(t, "ordinary-entry/s1/0011", parrot{}, explain.Options{})
	want := `
parameters
  temperature 1
  top_p 1
  top_k 64
  presence_penalty 2
  frequency_penalty 0
  rng_seed 1056300417
  token_counts [[1,4],[10,1],[17,4],[18,7],[19,2],[15,6]]
  overlay [[3,0.468],[2,11.605],[15,9.522],[4,0.733],[0,4.978],[10,11.524]]
`
	if !strings.Contains(got, want) {
		t.Errorf("got\n%s", got)
	}
}

func TestALongParameterIsCut(t *testing.T) {
	got := explained(t, "sparse-fallback/s1/0000", parrot{}, explain.Options{})
	if !strings.Contains(got, "... (") || !strings.Contains(got, " characters)\n") {
		t.Errorf("got\n%s", got)
	}
}
