package fresh

import (
	"strings"

	"rowproof/oracle"
)

// point makes blocks of one to four tokens, with a broken row in some.
func point(s *stream, slot int) *oracle.Case {
	n, format := []int{20, 64, 65, 257}[slot%4], formats[slot%3]
	kinds := make([]string, s.between(1, 4))
	for i := range kinds {
		kinds[i] = pick(s, "normal", "peaked", "flat", "ties_cutoff", "mask_few")
	}
	rejected := -1 // the row whose token is as unlikely as can be
	switch slot % 8 {
	case 7:
		kinds[s.below(len(kinds))] = pick(s, "nan_one", "posinf_one", "all_neginf")
	case 3: // a broken row, perhaps two, behind a rejection
		kinds = append([]string{"peaked"}, kinds...)
		kinds[s.between(1, len(kinds)-1)] = pick(s, "nan_one", "posinf_one", "all_neginf", "nan_first")
		kinds[s.between(1, len(kinds)-1)] = pick(s, "nan_one", "posinf_one", "all_neginf", "nan_first")
		rejected = 0
	}
	in := &oracle.PointIn{
		Rows:    s.rows(kinds, n, format),
		Cfg:     s.config([]oracle.F64{0.6, 1, 0.2}, []oracle.F64{0.95, 1, 0.5}, []int{20, 5, 0, 2}),
		RNGSeed: s.seed31(),
	}
	for i, row := range in.Rows {
		best, worst := extremes(row)
		switch {
		case i == rejected:
			in.Block = append(in.Block, int64(worst))
		case s.below(10) < 7:
			in.Block = append(in.Block, int64(best))
		default:
			in.Block = append(in.Block, int64(s.below(n)))
		}
	}
	if s.oneIn(8) {
		s.beyond(&in.Cfg, n)
	}
	return &oracle.Case{Kind: strings.Join(kinds, "+"), Entry: oracle.EntryPoint, In: in}
}

// extremes are the ids of the largest and the smallest value.
func extremes(r oracle.Row) (best, worst int) {
	for i := range r.Width() {
		if r.Value(i) > r.Value(best) {
			best = i
		}
		if r.Value(i) < r.Value(worst) {
			worst = i
		}
	}
	return best, worst
}
