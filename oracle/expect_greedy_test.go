package oracle_test

import (
	"testing"

	"rowproof/oracle"
)

// TestGreedyWindow refuses the window with the census of the first broken row in
// the order given, and judges single and checked reads row by row.
func TestGreedyWindow(t *testing.T) {
	tok := int64(0)
	rows := oracle.Rows{f32(2, 1), f32(nan32, 1), f32(-inf32, -inf32)}
	two, one := oracle.NonFinite(oracle.WhereGreedy, 0, 2, 2), oracle.NonFinite(oracle.WhereGreedy, 1, 0, 2)
	order := func(ids ...int) oracle.GreedyOrder {
		o := oracle.GreedyOrder{Order: ids, Batched: oracle.TokensOrErr{Tokens: []int64{0, 0, 0}}, Single: make([]oracle.Site, 3)}
		for _, id := range ids {
			o.Checked = append(o.Checked, []oracle.TokErr{{Tok: &tok}, {Err: one}, {Err: two}}[id])
		}
		return o
	}
	exp := expect(t, &oracle.Case{
		Group: oracle.GroupGreedy, Entry: oracle.EntryGreedy,
		In:  &oracle.GreedyIn{Rows: rows, RowsKind: []string{"normal", "nan_first", "all_neginf"}},
		Out: &oracle.GreedyOut{Forward: order(0, 1, 2), Reversed: order(2, 1, 0)},
	})
	nan, mask, token := refusal(oracle.WhereGreedy, 1, 0, 2), refusal(oracle.WhereGreedy, 0, 2, 2), `{"tok":0}`
	want := map[string]string{
		"forward.batched": nan, "forward.single[0]": token, "forward.single[1]": nan, "forward.single[2]": mask,
		"forward.checked[0]": token, "forward.checked[1]": nan, "forward.checked[2]": mask,
		"reversed.batched": mask, "reversed.single[0]": mask, "reversed.single[1]": nan, "reversed.single[2]": token,
		"reversed.checked[0]": mask, "reversed.checked[1]": nan, "reversed.checked[2]": token,
	}
	for name, value := range want {
		if got := part(exp, name); got != value {
			t.Errorf("%s is %s, want %s", name, got, value)
		}
	}
	for _, p := range exp.Parts {
		wantClass := oracle.Class("")
		switch {
		case p.Name == "forward.batched" || p.Name == "reversed.batched":
			wantClass = oracle.ClassArgmax15339
		case want[p.Name] != token && p.Name[len(p.Name)-9:len(p.Name)-3] == "single":
			wantClass = oracle.ClassArgmax15371
		}
		if p.Exception != wantClass {
			t.Errorf("%s has class %q, want %q", p.Name, p.Exception, wantClass)
		}
	}
	if len(exp.Parts) != len(want) {
		t.Errorf("%d parts, want %d", len(exp.Parts), len(want))
	}
}
