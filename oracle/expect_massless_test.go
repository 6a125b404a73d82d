package oracle_test

import (
	"math"
	"testing"

	"rowproof/oracle"
)

// TestAHealthyRowWithoutMassDoesNotExcuseABrokenOne: the first record is the real
// oracle's answer to a fresh case, the others are what it might have said.
func TestAHealthyRowWithoutMassDoesNotExcuseABrokenOne(t *testing.T) {
	row := func(v float32) oracle.Row { return oracle.Row{DType: oracle.F32, F32: []float32{v}} }
	nan := float32(math.NaN())
	for name, made := range map[string]struct {
		out   *oracle.BatchOut
		class oracle.Class
		fails bool
	}{
		"the healthy row's refusal":  {&oracle.BatchOut{Err: oracle.NonFinite("softmax", 0, 0, 1)}, oracle.ClassMassless, false},
		"the law's own refusal":      {&oracle.BatchOut{Err: oracle.NonFinite("softmax", 1, 0, 1)}, "", false},
		"a census of no row at all":  {&oracle.BatchOut{Err: oracle.NonFinite("softmax", 7, 0, 1)}, "", true},
		"an answer with the nucleus": {&oracle.BatchOut{IDs: [][]int64{{0}, {0}}, P: []oracle.F64s{{1}, {1}}}, "", true},
	} {
		c := &oracle.Case{
			ID: "x", Group: oracle.GroupBatched, Entry: oracle.EntryBatched,
			In:  &oracle.BatchIn{Rows: oracle.Rows{row(1), row(nan)}, Cfg: oracle.Config{Temperature: 5e-324, TopP: 0.95, TopK: 20}},
			Out: made.out,
		}
		exp, err := oracle.Expect(c)
		if (err != nil) != made.fails {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err == nil && exp.Parts[0].Exception != made.class {
			t.Errorf("%s: class %q, want %q", name, exp.Parts[0].Exception, made.class)
		}
	}
}

// TestATargetLeftEmptyMayBeAValueError: with its one NaN taken out the target has
// no mass, and the oracle's residual refuses as a value error.
func TestATargetLeftEmptyMayBeAValueError(t *testing.T) {
	nan := oracle.F64(math.NaN())
	value := &oracle.Err{Kind: oracle.KindValue, Msg: "Cannot build residual distribution from empty target"}
	one, next := oracle.F64(1), oracle.F64(0.5)
	kept, token := true, int64(0)
	c := &oracle.Case{
		ID: "x", Group: oracle.GroupMixed, Entry: oracle.EntryMixed,
		In: &oracle.MixedIn{Target: oracle.RawDist{Type: "dense", All: oracle.F64s{float64(nan)}}, Draft: oracle.RawDist{Type: "dense", All: oracle.F64s{1}}, Tokens: []int64{0}},
		Out: &oracle.MixedOut{
			Accept:   []oracle.F64OrErr{{F64: &one}},
			Residual: oracle.ResidualOut{Err: value},
			Verify:   []oracle.VerifyOut{{Accepted: &kept, Tok: &token, AcceptP: &one, Next: next}},
		},
	}
	exp, err := oracle.Expect(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range exp.Parts {
		if part.Exception != oracle.ClassTarget {
			t.Errorf("%s: class %q", part.Name, part.Exception)
		}
	}
}
