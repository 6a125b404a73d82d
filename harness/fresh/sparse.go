package fresh

import (
	"math"
	"slices"

	"rowproof/oracle"
)

var massKinds = []string{
	"normal", "zeros", "nan_some", "nan_all", "inf_some", "inf_all", "negative", "neginf", "empty",
	"mismatch", "subnormal", "huge", "signed_zero",
}

var deviceKinds = []string{
	"extreme_big", "nan_one", "posinf_one", "all_neginf", "nan_posinf", "nan_first", "nan_masked",
	"overflow16", "mask_few", "extreme_big",
}

var smallWidths = []int{1, 2, 4, 20, 64, 65, 257}

// sparse makes 50 cases of each of its three entries.
func sparse(s *stream, slot int) *oracle.Case {
	i := slot % 50
	switch slot / 50 {
	case 0:
		kind := massKinds[i%len(massKinds)]
		return &oracle.Case{Kind: kind, Entry: oracle.EntrySparseCtor, In: s.masses(kind)}
	case 1:
		kind := oracle.RowKinds()[i%20]
		in := &oracle.RowIn{
			Row:     s.row(kind, smallWidths[(i+i/20)%7], oracle.F32),
			Cfg:     s.config(temperatures, topPs, topKs),
			RNGSeed: s.seed31(),
		}
		if i%10 == 9 {
			in.Cfg.Temperature = 0
		}
		if s.oneIn(6) {
			s.beyond(&in.Cfg, in.Row.Width())
		}
		return &oracle.Case{Kind: kind, Entry: oracle.EntryHostSparse, In: in}
	default:
		kind := deviceKinds[i%10]
		in := &oracle.RowIn{
			Row:     s.row(kind, smallWidths[1+(i+i/10)%6], formats[i/10%3]),
			Cfg:     s.config([]oracle.F64{0.6, 1, 0.2, 0.05}, []oracle.F64{0.95, 1, 0.5, 0}, []int{20, 2, 5, 40, 1}),
			RNGSeed: s.seed31(),
		}
		s.penalise(in, i%4 == 2, i%4 == 3)
		if s.oneIn(6) {
			s.beyondRow(in)
			if in.Cfg.Temperature <= 0 { // this entry has no greedy route
				in.Cfg.Temperature = 1e39
			}
		}
		return &oracle.Case{Kind: kind, Entry: oracle.EntryDeviceSparse, In: in}
	}
}

// masses are probabilities for the constructor, with what a kind is named after.
func (s *stream) masses(kind string) *oracle.SparseCtorIn {
	in := &oracle.SparseCtorIn{IDs: []int64{}, P: oracle.F64s{}, Vocab: 1002, RNGSeed: s.seed31()}
	if kind == "empty" {
		return in
	}
	m := s.between(1, 20)
	for _, id := range s.perm(1000)[:m] {
		in.IDs = append(in.IDs, int64(id))
		in.P = append(in.P, s.unit())
	}
	slices.Sort(in.IDs)
	all := func(v float64) {
		for i := range in.P {
			in.P[i] = v
		}
	}
	some := s.below(m)
	switch kind {
	case "zeros":
		all(0)
	case "nan_some":
		in.P[some] = math.NaN()
	case "nan_all":
		all(math.NaN())
	case "inf_some":
		in.P[some] = math.Inf(1)
	case "inf_all":
		all(math.Inf(1))
	case "negative":
		in.P[some] = -1e-12
	case "neginf":
		in.P[some] = math.Inf(-1)
	case "mismatch":
		in.IDs = append(in.IDs, 1001)
	case "subnormal":
		for i := range in.P {
			in.P[i] *= 1e-310
		}
	case "huge":
		for i := range in.P {
			in.P[i] = float64(in.P[i]*1e308) + 1e307
		}
	case "signed_zero":
		in.P[some] = math.Copysign(0, -1)
	}
	return in
}
