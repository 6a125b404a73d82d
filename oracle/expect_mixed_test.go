package oracle_test

import (
	"math"
	"testing"

	"rowproof/oracle"
)

func dense(p ...float64) oracle.RawDist { return oracle.RawDist{Type: "dense", All: p} }

func sparse(vocab int, p ...float64) oracle.RawDist {
	ids := make([]int64, len(p))
	for i := range ids {
		ids[i] = int64(i)
	}
	return oracle.RawDist{Type: "sparse", Vocab: &vocab, IDs: ids, P: p}
}

// accepted is a record in which the oracle accepted one token twice over.
func accepted() *oracle.MixedOut {
	yes, tok, p := true, int64(1), oracle.F64(1)
	return &oracle.MixedOut{
		Accept:   []oracle.F64OrErr{{F64: &p}, {F64: &p}},
		Residual: oracle.ResidualOut{Dist: dense(0, 1, 0)},
		Verify:   []oracle.VerifyOut{{Accepted: &yes, Tok: &tok, AcceptP: &p, Next: 0.5}, {Accepted: &yes, Tok: &tok, AcceptP: &p, Next: 0.25}},
	}
}

// TestBrokenTargetRefusesEverything refuses accept, residual and verify for a
// dense target with a NaN or an infinity of either sign; the generator still
// stands at its first double after both verifications.
func TestBrokenTargetRefusesEverything(t *testing.T) {
	for _, tc := range []struct {
		target   oracle.RawDist
		nan, inf int
	}{
		{dense(0.5, math.NaN(), 0.5), 1, 0},
		{dense(math.Inf(1), math.NaN(), math.Inf(-1)), 1, 2},
		{dense(0.5, 0.5, math.Inf(-1)), 0, 1},
	} {
		in := &oracle.MixedIn{Target: tc.target, Draft: dense(1, 0, 0), Tokens: []int64{1, 2}}
		exp := expect(t, &oracle.Case{Group: oracle.GroupMixed, Entry: oracle.EntryMixed, In: in, Out: accepted()})
		err := string(oracle.Canonical(oracle.NonFinite(oracle.WhereAcceptance, tc.nan, tc.inf, 3)))
		for name, want := range map[string]string{
			"accept[0]": `{"err":` + err + `}`, "accept[1]": `{"err":` + err + `}`, "residual": `{"err":` + err + `}`,
			"verify[0]": `{"err":` + err + `,"next":"3fe461fd79fb3850"}`, "verify[1]": `{"err":` + err + `,"next":"3fe461fd79fb3850"}`,
		} {
			if got := part(exp, name); got != want {
				t.Errorf("%s is %s, want %s", name, got, want)
			}
		}
		if len(exp.Parts) != 5 || !classesOf(exp)[oracle.ClassTarget] {
			t.Errorf("%v", partsOf(exp))
		}
	}
}

// TestOnlyDenseTargetsAreJudged leaves everything else as recorded: a broken
// draft, a sparse target with a bad entry, a target of zeros.
func TestOnlyDenseTargetsAreJudged(t *testing.T) {
	for name, in := range map[string]*oracle.MixedIn{
		"broken draft":    {Target: dense(1, 0, 0), Draft: dense(math.NaN(), 0, 0), Tokens: []int64{1, 2}},
		"sparse target":   {Target: sparse(3, math.NaN(), 0.5), Draft: dense(1, 0, 0), Tokens: []int64{1, 2}},
		"target of zeros": {Target: dense(0, 0, 0), Draft: dense(1, 0, 0), Tokens: []int64{1, 2}},
	} {
		exp := expect(t, &oracle.Case{Group: oracle.GroupMixed, Entry: oracle.EntryMixed, In: in, Out: accepted()})
		if len(classesOf(exp)) > 0 || part(exp, "accept[0]") != `"3ff0000000000000"` {
			t.Errorf("%s: %v", name, partsOf(exp))
		}
	}
}
