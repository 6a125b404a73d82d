package e2e_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
	"rowproof/oracle/e2e"
)

// vocabulary is that of the tiny models.
const vocabulary = 384

// counts are records by what the law says of them.
type counts struct {
	Equal, Exceptions int
	Classes           map[oracle.Class]int
}

// TestDeclaredCounts: how often the oracle does what the law says, and how it departs
// from it, in the records themselves.
func TestDeclaredCounts(t *testing.T) {
	want := map[string]counts{
		e2e.Clean:     {Equal: 235},
		e2e.Clean8L:   {Equal: 8},
		e2e.CleanBF16: {Equal: 8},
		e2e.Golden:    {Equal: 1},
		e2e.Patch: {Equal: 764, Exceptions: 407, Classes: map[oracle.Class]int{
			e2e.ClassDraft: 42, e2e.ClassAccepted: 40, e2e.ClassHealed: 74, e2e.ClassUnread: 98, e2e.ClassLate: 153,
		}},
		e2e.Weights: {Equal: 143, Exceptions: 25, Classes: map[oracle.Class]int{
			e2e.ClassDraft: 19, e2e.ClassLate: 6,
		}},
		e2e.WeightsCopy: {Equal: 26, Exceptions: 10, Classes: map[oracle.Class]int{
			e2e.ClassDraft: 1, e2e.ClassAccepted: 4, e2e.ClassLate: 5,
		}},
	}
	got := map[string]counts{}
	for _, f := range realFiles(t) {
		var n counts
		for _, r := range f.Records {
			exp, err := e2e.Expect(r, vocabulary)
			switch {
			case err != nil:
				t.Errorf("%s: %v", r.ID, err)
			case exp.Class == "":
				n.Equal++
			default:
				if n.Classes == nil {
					n.Classes = map[oracle.Class]int{}
				}
				n.Exceptions++
				n.Classes[exp.Class]++
			}
		}
		got[f.Meta.Records] = n
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records by what the law says (-want +got):\n%s", diff)
	}
}

// find is the first record of a kind that a test accepts.
func find(t *testing.T, kind string, accept func(*e2e.Record) bool) *e2e.Record {
	t.Helper()
	for _, f := range realFiles(t) {
		for _, r := range f.Records {
			if r.Kind == kind && accept(r) {
				return r
			}
		}
	}
	t.Fatalf("no such record of kind %s", kind)
	return nil
}

// part is a part of an outcome, as it marshals.
func part(t *testing.T, exp e2e.Expected, name string) (value, recorded string, class oracle.Class) {
	t.Helper()
	for _, p := range exp.Parts {
		if p.Name == name {
			v, err := json.Marshal(p.Value)
			r, err2 := json.Marshal(p.Recorded)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			return string(v), string(r), p.Class
		}
	}
	t.Fatalf("no part %s", name)
	return "", "", ""
}

// TestTheLawEndsARequestAtItsFirstBrokenRow: an accepted draft row of a window that
// the oracle never refused.
func TestTheLawEndsARequestAtItsFirstBrokenRow(t *testing.T) {
	r := find(t, e2e.Patch, func(r *e2e.Record) bool {
		return r.Error == nil && r.FirstBad != nil && r.FirstBad.Kind == "verify" && r.FirstBad.Streamed > 2
	})
	exp, err := e2e.Expect(r, vocabulary)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`{"where":"greedy argmax","nan":%d,"inf":%d,"vocab":384}`, r.FirstBad.NaN, r.FirstBad.Inf)
	if value, recorded, class := part(t, exp, e2e.PartError); value != want || recorded != "null" || class != exp.Class {
		t.Errorf("error %s, recorded %s, class %s", value, recorded, class)
	}
	tokens, err := json.Marshal(r.Tokens[:r.FirstBad.Streamed])
	if err != nil {
		t.Fatal(err)
	}
	if value, _, class := part(t, exp, e2e.PartStreamed); value != string(tokens) || class != exp.Class {
		t.Errorf("streamed %s, class %s", value, class)
	}
}

// TestLazyDrawsAreNoException: the oracle draws for the rows before a broken one; the
// law draws nothing, and the record counts as equal.
func TestLazyDrawsAreNoException(t *testing.T) {
	r := find(t, e2e.Patch, func(r *e2e.Record) bool {
		return r.Error != nil && len(r.Streamed) == r.FirstBad.Streamed && len(r.Tape) > r.FirstBad.Draws && r.FirstBad.Draws == 1
	})
	exp, err := e2e.Expect(r, vocabulary)
	if err != nil || exp.Class != "" {
		t.Fatalf("%s, %v", exp.Class, err)
	}
	value, recorded, class := part(t, exp, e2e.PartTape)
	if value != fmt.Sprintf(`[["choice",%d]]`, r.Tape[0].Token) || value == recorded || class != "" {
		t.Errorf("tape %s, recorded %s, class %s", value, recorded, class)
	}
}

// TestDeclaredDraws: in how many records the oracle draws between the broken row and its
// error, which docs/exceptions.md says.
func TestDeclaredDraws(t *testing.T) {
	failed, drawn, equal := 0, 0, 0
	for _, f := range realFiles(t) {
		for _, r := range f.Records {
			if r.Error == nil {
				continue
			}
			failed++
			if len(r.Tape) == r.FirstBad.Draws {
				continue
			}
			drawn++
			if exp, err := e2e.Expect(r, vocabulary); err == nil && exp.Class == "" {
				equal++
			}
		}
	}
	text, err := os.ReadFile("../../docs/exceptions.md")
	if err != nil {
		t.Fatal(err)
	}
	said := fmt.Sprintf("it makes some in %d of the %d records with such an error, and %d of these count as equal", drawn, failed, equal)
	if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), said) {
		t.Errorf("docs/exceptions.md does not say that %s", said)
	}
}

// TestUndeclared: a record that departs from the law in a way that no class describes
// is never a success.
func TestUndeclared(t *testing.T) {
	for name, change := range map[string]func(r *e2e.Record){
		"another row's census": func(r *e2e.Record) { r.Error.NaN++ },
		"another reader":       func(r *e2e.Record) { r.Error.Where = "softmax" },
		"more streamed behind a broken prefill": func(r *e2e.Record) {
			r.Streamed = []int{1, 2}
		},
		"an answer behind a broken prefill": func(r *e2e.Record) {
			r.Error, r.Tokens, r.Streamed, r.Finish = nil, []int{1}, []int{1}, "length"
		},
	} {
		r := *find(t, e2e.Patch, func(r *e2e.Record) bool { return r.FirstBad != nil && r.FirstBad.Kind == "prefill" })
		refused := *r.Error
		r.Error = &refused
		change(&r)
		if exp, err := e2e.Expect(&r, vocabulary); !errors.Is(err, oracle.ErrUndeclared) {
			t.Errorf("%s: class %q, %v", name, exp.Class, err)
		}
	}
}

// TestBF16: a part of a greedy record is compared, sampled ones are informative.
func TestBF16(t *testing.T) {
	r := find(t, e2e.CleanBF16, func(r *e2e.Record) bool { return !r.Informative() })
	for n, want := range map[int]int{8: 8, 1000: len(r.Tokens)} {
		tokens, _, _ := part(t, e2e.ExpectTokens(r, n), e2e.PartTokens)
		var got []int
		if err := json.Unmarshal([]byte(tokens), &got); err != nil || len(got) != want {
			t.Errorf("%d tokens asked, %d compared, %v", n, len(got), err)
		}
	}
	if r := find(t, e2e.CleanBF16, (*e2e.Record).Informative); r.Params.Sampler.Greedy() {
		t.Errorf("%s is informative", r.ID)
	}
}

// TestNumbersMarshalWhateverTheyAre: an engine may give what JSON has no number for.
func TestNumbersMarshalWhateverTheyAre(t *testing.T) {
	raw, err := json.Marshal(e2e.Numbers{{0.5, math.NaN()}, {}, {math.Inf(-1)}})
	if want := `[[0.5,"NaN"],[],["-Inf"]]`; err != nil || string(raw) != want {
		t.Errorf("%s, %v, want %s", raw, err, want)
	}
}
