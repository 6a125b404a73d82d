package oracle_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

// expect is Expect for a case that must have an expectation.
func expect(t testing.TB, c *oracle.Case) oracle.Expected {
	t.Helper()
	exp, err := oracle.Expect(c)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	return exp
}

// classesOf are the exceptions of a case, each once.
func classesOf(exp oracle.Expected) map[oracle.Class]bool {
	classes := map[oracle.Class]bool{}
	for _, p := range exp.Parts {
		if p.Exception != "" {
			classes[p.Exception] = true
		}
	}
	return classes
}

// part is the canonical value of one part, "" if the case has none of that name.
func part(exp oracle.Expected, name string) string {
	for _, p := range exp.Parts {
		if p.Name == name {
			return string(oracle.Canonical(p.Value))
		}
	}
	return ""
}

// refusal is the canonical form of {"err": the numerical error}.
func refusal(where string, nan, inf, vocab int) string {
	return string(oracle.Canonical(oracle.TokErr{Err: oracle.NonFinite(where, nan, inf, vocab)}))
}

// TestTotals counts the cases whose record is not the expected outcome: by group
// and by reason.
func TestTotals(t *testing.T) {
	type count struct{ Cases, Exceptions int }
	groups, classes := map[string]count{}, map[oracle.Class]int{}
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			n := groups[c.Group]
			n.Cases++
			found := classesOf(expect(t, c))
			if len(found) > 0 {
				n.Exceptions++
			}
			for class := range found {
				classes[class]++
			}
			groups[c.Group] = n
		}
	}
	wantGroups := map[string]count{
		oracle.GroupOrdinary: {1080, 14}, oracle.GroupSparse: {150, 10}, oracle.GroupBatched: {653, 15},
		oracle.GroupMixed: {100, 5}, oracle.GroupNative: {42, 36}, oracle.GroupGreedy: {16, 12},
		oracle.GroupPoint: {40, 1}, oracle.GroupKeyed: {387, 0}, oracle.GroupRNG: {60, 0},
		oracle.GroupNumeric: {66, 0}, oracle.GroupDS4: {270, 0},
	}
	if diff := cmp.Diff(wantGroups, groups); diff != "" {
		t.Errorf("by group (-want +got):\n%s", diff)
	}
	wantClasses := map[oracle.Class]int{
		oracle.ClassCandidates: 14 + 5, oracle.ClassHostGreedy: 5, oracle.ClassBatchNeighbour: 15, oracle.ClassTarget: 5,
		oracle.ClassArgmax7577: 36, oracle.ClassArgmax13295: 36, oracle.ClassArgmax15371: 36 + 12,
		oracle.ClassArgmax15339: 36 + 12, oracle.ClassDraft7664: 12, oracle.ClassLookahead: 1,
	}
	if diff := cmp.Diff(wantClasses, classes); diff != "" {
		t.Errorf("cases by class (-want +got):\n%s", diff)
	}
}

// TestExpectLooksAtInputsAlone renames every case to a name and kind that says
// nothing, and expects the same.
func TestExpectLooksAtInputsAlone(t *testing.T) {
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			renamed := *c
			renamed.ID, renamed.Kind, renamed.RowsKind, renamed.File, renamed.Line = "x", "x", nil, "", 0
			if diff := cmp.Diff(partsOf(expect(t, c)), partsOf(expect(t, &renamed))); diff != "" {
				t.Fatalf("%s (-named +renamed):\n%s", c.ID, diff)
			}
		}
	}
}

func partsOf(exp oracle.Expected) []string {
	var parts []string
	for _, p := range exp.Parts {
		parts = append(parts, p.Name+" "+string(p.Exception)+" "+string(oracle.Canonical(p.Value)))
	}
	return parts
}

// TestExpectNamesTheRecordsParts finds, where no exception is declared, exactly
// the parts of the record, in its order.
func TestExpectNamesTheRecordsParts(t *testing.T) {
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			exp := expect(t, c)
			if len(classesOf(exp)) > 0 {
				continue
			}
			var want, got []string
			for _, p := range c.Out.Parts() {
				want = append(want, p.Name)
			}
			for _, p := range exp.Parts {
				got = append(got, p.Name)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s (-recorded +expected):\n%s", c.ID, diff)
			}
		}
	}
}

// TestWrongRecordIsNotExcused changes what a record says about a broken row, in
// ways that no declared exception has: the case gets no expectation.
func TestWrongRecordIsNotExcused(t *testing.T) {
	census := func(path ...any) func(object) {
		return func(l object) { in(l, path...)["nan"] = 7 }
	}
	for _, tc := range []struct {
		name, id string
		edit     func(line object)
	}{
		{"census of a greedy row", "ordinary-entry/s1/0432", census("out", "draws", 0, "err")},
		{"next after a refusal", "ordinary-entry/s1/0432", func(l object) {
			in(l, "out", "draws", 0)["next"] = object{"v": 0.5, "x": "3fe0000000000000"}
		}},
		{"census of a batch", "batched-fallback/s1/0003", census("out", "err")},
		{"census of a native row", "native-invalid/s1/0000", census("out", "ordinary", "err")},
		{"token from a checked entry", "native-invalid/s1/0000", func(l object) {
			next := in(l, "out", "ordinary")["next"]
			in(l, "out")["ordinary"] = object{"tok": 3, "dist": nil, "next": next}
		}},
		{"token from a checked greedy row", "batched-greedy/s1/0003", func(l object) {
			at(l, "out", "forward", "checked").([]any)[0] = object{"tok": 0}
		}},
		{"error on a route that does not apply", "batched-fallback/s1/0040", func(l object) {
			l["out"] = object{"err": object{"kind": "ValueError", "msg": ""}}
		}},
		{"bound route answers a broken row", "batched-fallback/s1/0441", func(l object) {
			l["out"] = object{"none": true}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := edited(t, tc.id, tc.edit)
			if err != nil {
				t.Fatal(err)
			}
			if exp, err := oracle.Expect(c); !errors.Is(err, oracle.ErrUndeclared) {
				t.Errorf("%v, %v; want ErrUndeclared", partsOf(exp), err)
			}
		})
	}
}

// TestHealthyRowStaysAsRecorded expects a record of healthy rows whatever it
// says: whether it is right is for the engine's answer to show.
func TestHealthyRowStaysAsRecorded(t *testing.T) {
	c, err := edited(t, "ordinary-entry/s1/0000", func(l object) { in(l, "out", "draws", 0)["next"] = object{"v": 0.5, "x": "3fe0000000000000"} })
	if err != nil {
		t.Fatal(err)
	}
	if got := part(expect(t, c), "draw[0]"); got != `{"next":"3fe0000000000000","tok":0}` {
		t.Errorf("draw[0] is %s", got)
	}
}

// f16 is a float16 row of raw bits.
func f16(bits ...uint16) oracle.Row { return oracle.Row{DType: oracle.F16, U16: bits} }

// f32 is a float32 row.
func f32(values ...float32) oracle.Row { return oracle.Row{DType: oracle.F32, F32: values} }

var (
	nan32 = float32(math.NaN())
	inf32 = float32(math.Inf(1))
)

// cfg are parameters without penalties.
func cfg(temperature, topP float64, topK int) oracle.Config {
	return oracle.Config{Temperature: oracle.F64(temperature), TopP: oracle.F64(topP), TopK: topK}
}
