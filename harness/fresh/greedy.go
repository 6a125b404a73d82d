package fresh

import "rowproof/oracle"

var greedySets = []struct {
	kind  string
	rows  []string
	wider oracle.DType // the format of its rows of width 4097
}{
	{"ties", []string{"ties_cutoff", "all_equal", "signed_zero", "ties_cutoff"}, oracle.F32},
	{"nan", []string{"nan_first", "normal", "nan_last", "nan_one"}, oracle.BF16},
	{"inf", []string{"posinf_multi", "all_neginf", "mask_single", "posinf_one"}, oracle.BF16},
	{"mix", []string{"normal", "nan_posinf", "nan_masked", "peaked"}, oracle.F16},
}

// greedy makes each set in every format at width 64, and in one at 4097. The rows
// of a set come in any order: which broken one is first?
func greedy(s *stream, slot int) *oracle.Case {
	set := greedySets[slot/4]
	n, format := 4097, set.wider
	if j := slot % 4; j < 3 {
		n, format = 64, formats[j]
	}
	kinds := make([]string, 4)
	for i, j := range s.perm(4) {
		kinds[i] = set.rows[j]
	}
	return &oracle.Case{Kind: set.kind, Entry: oracle.EntryGreedy, In: &oracle.GreedyIn{Rows: s.rows(kinds, n, format), RowsKind: kinds}}
}
