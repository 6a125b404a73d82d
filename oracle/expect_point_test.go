package oracle_test

import (
	"testing"

	"rowproof/oracle"
)

// TestBlockIsRefusedBeforeAnyDraw refuses a block with a broken row wherever it
// stands and however far the oracle came, and tells why the record differs.
func TestBlockIsRefusedBeforeAnyDraw(t *testing.T) {
	tok := int64(1)
	taken := func(accepted int, correction *int64) oracle.PointOut {
		return oracle.PointOut{Accepted: &accepted, Correction: correction, Next: 0.5}
	}
	undrawn := oracle.Undrawn(0)
	rows := oracle.Rows{f32(1, 2), f32(nan32, 2), f32(inf32, 2)}
	for _, tc := range []struct {
		name  string
		cfg   oracle.Config
		out   oracle.PointOut
		where string
		class oracle.Class
	}{
		{"rejected before it", cfg(1, 0.9, 2), taken(0, &tok), oracle.WhereSoftmax, oracle.ClassLookahead},
		{"refused after a draw", cfg(1, 0.9, 2), oracle.PointOut{Err: oracle.NonFinite("softmax", 1, 0, 2), Next: 0.5}, oracle.WhereSoftmax, oracle.ClassLookahead},
		{"refused at once", cfg(1, 0.9, 2), oracle.PointOut{Err: oracle.NonFinite("softmax", 1, 0, 2), Next: undrawn}, oracle.WhereSoftmax, ""},
		{"read and not seen", cfg(1, 1, 1), taken(1, &tok), oracle.WhereSoftmax, oracle.ClassCandidates},
		{"passed, a later one refused", cfg(1, 1, 1), oracle.PointOut{Err: oracle.NonFinite("softmax", 0, 1, 2), Next: 0.5}, oracle.WhereSoftmax, oracle.ClassCandidates},
		{"temperature 0", cfg(0, 1, 1), taken(3, nil), oracle.WhereGreedy, oracle.ClassHostGreedy},
	} {
		in := &oracle.PointIn{Rows: rows, Block: []int64{1, 1, 1}, Cfg: tc.cfg}
		out := tc.out
		exp := expect(t, &oracle.Case{Group: oracle.GroupPoint, Entry: oracle.EntryPoint, In: in, Out: &out})
		want := string(oracle.Canonical(oracle.PointOut{Err: oracle.NonFinite(tc.where, 1, 0, 2), Next: undrawn}))
		if got := part(exp, "call"); got != want || exp.Parts[0].Exception != tc.class {
			t.Errorf("%s: %v, want %s %s", tc.name, partsOf(exp), tc.class, want)
		}
	}
}

// TestBlockReadWholeIsNotExcused finds no excuse where the oracle reads the
// broken row whole and still gives a token.
func TestBlockReadWholeIsNotExcused(t *testing.T) {
	two := 2
	in := &oracle.PointIn{Rows: oracle.Rows{f32(nan32, 2), f32(1, 2)}, Block: []int64{1, 1}, Cfg: cfg(1, 0.9, 2)}
	out := &oracle.PointOut{Accepted: &two, Next: 0.5}
	if exp, err := oracle.Expect(&oracle.Case{Group: oracle.GroupPoint, Entry: oracle.EntryPoint, In: in, Out: out}); err == nil {
		t.Errorf("%v", partsOf(exp))
	}
}
