package oracle_test

import (
	"testing"

	"rowproof/oracle"
)

// TestSparseRoutes holds the two entries that read a row apart: the host entry
// also serves temperature 0 and top_k 0, the device entry does not.
func TestSparseRoutes(t *testing.T) {
	tok, next := int64(1), oracle.F64(0.5)
	drawn := &oracle.SparseOut{Dist: oracle.SparseDist(3, []int64{1}, []float64{1}), Draw: &oracle.Draw{Tok: &tok, Next: &next}}
	for _, tc := range []struct {
		name, entry string
		cfg         oracle.Config
		where       string // of the refusal, "" if the record stays
		class       oracle.Class
	}{
		{"host, greedy", oracle.EntryHostSparse, cfg(0, 1, 2), oracle.WhereGreedy, oracle.ClassHostGreedy},
		{"host, negative temperature", oracle.EntryHostSparse, cfg(-2, 1, 0), oracle.WhereGreedy, oracle.ClassHostGreedy},
		{"device, top-k", oracle.EntryDeviceSparse, cfg(1, 1, 2), oracle.WhereSoftmax, oracle.ClassCandidates},
		{"device, greedy", oracle.EntryDeviceSparse, cfg(0, 1, 2), "", ""},
		{"device, dense", oracle.EntryDeviceSparse, cfg(1, 1, 0), "", ""},
	} {
		in := &oracle.RowIn{Row: f32(1, 2, nan32), Cfg: tc.cfg}
		exp := expect(t, &oracle.Case{Group: oracle.GroupSparse, Entry: tc.entry, In: in, Out: drawn})
		if tc.where == "" {
			if part(exp, "err") != "" || part(exp, "draw") == "" || len(classesOf(exp)) > 0 {
				t.Errorf("%s: %v", tc.name, partsOf(exp))
			}
			continue
		}
		want := string(oracle.Canonical(oracle.NonFinite(tc.where, 1, 0, 3)))
		if got := part(exp, "err"); got != want || len(exp.Parts) != 1 || !classesOf(exp)[tc.class] {
			t.Errorf("%s: %v, want %s", tc.name, partsOf(exp), want)
		}
	}
}

// TestSparseConstructorKeepsTheOraclesLaw leaves all 50 recorded constructions
// as they are: probabilities are not rows.
func TestSparseConstructorKeepsTheOraclesLaw(t *testing.T) {
	n := 0
	for _, c := range allFiles(t)[indexOf(t, oracle.GroupSparse)].Cases {
		if c.Entry != oracle.EntrySparseCtor {
			continue
		}
		n++
		if exp := expect(t, c); len(classesOf(exp)) > 0 {
			t.Errorf("%s: %v", c.ID, partsOf(exp))
		}
	}
	if n != 50 {
		t.Errorf("%d constructions", n)
	}
}
