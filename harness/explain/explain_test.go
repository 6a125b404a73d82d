package explain_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/harness/explain"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

func TestAnExceptionIsExplainedWithItsReason(t *testing.T) {
	want := `case native-invalid/s1/0001
receipts/rows/native-invalid.jsonl:3
native-invalid, native-invalid, kind base:nan

requirement
  Every reader of a row must refuse a broken one with the same census, the
  oracle's unchecked argmax sites included; only the lazy sampler, a diagnostic,
  answers -1.

row (f32, base:nan)
  _N+@
  _ low to @ high, N NaN
  width 4: 3 finite, 1 NaN, 0 +Inf, 0 -Inf; finite from 0 to 2 (first at 3)
  first faults: NaN at 1

parameters
  temperature 0.6
  top_p 0.95
  top_k 2
  rng_seed 340331917
  key_seed 1067449477

outcome
  exception
  unchecked-argmax-7577: The oracle's draft reader with metrics (generation.py
`
	got := explained(t, "native-invalid/s1/0001", inprocess.New(), explain.Options{Columns: 80, ASCII: true})
	if diff := cmp.Diff(want, got[:min(len(want), len(got))]); diff != "" {
		t.Error(diff)
	}
	part := `
argmax_15371: exception (unchecked-argmax-15371)
  recorded  {tok: 3}
  expected  {err: {inf: 0, kind: "NonFiniteLogitsError", nan: 1, vocab: 4, where: "greedy argmax"}}
  seen      {err: {inf: 0, kind: "NonFiniteLogitsError", nan: 1, vocab: 4, where: "greedy argmax"}}
`
	if !strings.Contains(got, part) {
		t.Errorf("no\n%s in\n%s", part, got)
	}
}

func TestAnEqualPartIsSaidOnce(t *testing.T) {
	got := explained(t, "ordinary-entry/s1/0011", inprocess.New(), explain.Options{Command: "do it again"})
	if !strings.Contains(got, "\ndraw[0]: equal\n  {next: 0.7389574294231084, tok: 14}\n\ndraw[1]") {
		t.Errorf("got\n%s", got)
	}
	if !strings.HasSuffix(got, "\nask it again\n  do it again\n") {
		t.Errorf("ends with\n%s", got[len(got)-80:])
	}
}

// offByOneULP spoils every probability of an ordinary case.
type offByOneULP struct{ parrot }

func (offByOneULP) Answer(_ context.Context, c *oracle.Case) (oracle.Output, error) {
	out := *c.Out.(*oracle.OrdinaryOut)
	dist, p := *out.Dist, oracle.F64s{}
	for _, v := range *out.Dist.P {
		p = append(p, math.Nextafter(v, 1))
	}
	dist.P, out.Dist = &p, &dist
	return &out, nil
}

func TestADifferenceIsMeasuredNumberByNumber(t *testing.T) {
	got := explained(t, "ordinary-entry/s1/0011", offByOneULP{}, explain.Options{})
	for _, want := range []string{
		"\noutcome\n  differ\n",
		"dist: differ\n  recorded  {",
		"\n  differs   p[0]: want 0.0005646685652427819, seen 0.000564668565242782 (1 ulp)\n",
		"\n  4 differences more\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestACaseWithoutAnAnswerSaysWhy(t *testing.T) {
	got := explained(t, "ds4-0007", parrot{errors.New("out of sorts")}, explain.Options{})
	if !strings.Contains(got, "\noutcome\n  differ\n  no answer (error): out of sorts\n") {
		t.Errorf("got\n%s", got)
	}
	got = explained(t, "ds4-0007", parrot{harness.Unsupported("no such family")}, explain.Options{})
	if !strings.Contains(got, "\noutcome\n  unsupported: no such family\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestEveryReceiptCanBeExplainedInPlainASCII(t *testing.T) {
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			v, err := harness.Ask(t.Context(), parrot{}, c)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := explain.Write(&b, c, v, explain.Options{Columns: 100, ASCII: true}); err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			if i := strings.IndexFunc(b.String(), func(r rune) bool { return r > '~' }); i >= 0 {
				t.Fatalf("%s: not ASCII: %q", c.ID, b.String()[i:min(i+20, b.Len())])
			}
		}
	}
}
