package fresh

import "rowproof/oracle"

var (
	batchWidths = []int{2, 4, 20, 64, 65, 257, 20, 64, 4, 65}
	batchSizes  = []int{1, 2, 3, 4, 3, 2, 5}
	batchModes  = []string{"one_bad", "all_good", "overflow", "one_bad", "all_bad", "all_good"}

	goodKinds = []string{
		"normal", "flat", "ties_cutoff", "all_equal", "peaked", "mask_few", "mask_single", "signed_zero",
		"subnormals", "extreme_spread",
	}
	badKinds = []string{
		"extreme_big", "nan_one", "nan_first", "nan_last", "posinf_one", "posinf_multi", "all_neginf",
		"nan_posinf", "nan_masked", "overflow16",
	}
)

// batched makes 220, 220 and 213 cases of its three entries.
func batched(s *stream, slot int) *oracle.Case {
	n, size, mode := batchWidths[slot%10], batchSizes[slot%7], batchModes[slot%6]
	if n > 100 {
		size = min(size, 2)
	}
	if s.oneIn(12) {
		n = pick(s, oddWidths...)
	}
	kinds := make([]string, size)
	for i := range kinds {
		kinds[i] = pick(s, goodKinds...)
		if mode == "all_bad" {
			kinds[i] = pick(s, badKinds...)
		}
	}
	switch mode {
	case "one_bad":
		kinds[s.below(size)] = pick(s, badKinds...)
		if s.oneIn(4) { // a second one: which of the two is named?
			kinds[s.below(size)] = pick(s, badKinds...)
		}
	case "overflow":
		kinds[s.below(size)] = "extreme_big"
	}
	in := &oracle.BatchIn{
		Rows:    s.rows(kinds, n, formats[slot/3%3]),
		Cfg:     s.config([]oracle.F64{0.6, 1, 0.7, 0.2, 1.5}, []oracle.F64{0.95, 1, 0.9, 0.5, 0}, []int{20, 2, 5, 40, 1, 64, 20}),
		RNGSeed: s.seed31(),
	}
	switch {
	case slot%41 == 40:
		in.Cfg.Temperature = 0
	case slot%51 == 50:
		in.Cfg.TopK = 0
	case s.oneIn(8):
		s.beyond(&in.Cfg, n)
	}
	entry := []string{oracle.EntryBatched, oracle.EntrySparseRows, oracle.EntryBind}[slot/220]
	return &oracle.Case{Kind: mode, RowsKind: kinds, Entry: entry, In: in}
}
