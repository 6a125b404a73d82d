package fresh

import (
	"math"

	"rowproof/oracle"
)

var ds4Kinds = []string{"normal", "ties", "legal-mask", "nan", "pos-inf", "all-masked", "all-nan", "huge", "below-floor"}

var ds4Params = []oracle.DS4In{
	{TopP: 1},
	{Temperature: 0.6, TopK: 20, TopP: 0.95},
	{Temperature: 1, TopP: 1, MinP: 0.05},
	{Temperature: 1, TopP: 0.9},
	{Temperature: 0.8, TopK: 5, TopP: 1, MinP: 0.1},
}

// ds4 makes every kind in six widths with five sets of parameters.
func ds4(s *stream, slot int) *oracle.Case {
	in := ds4Params[slot%5]
	in.RowKind, in.RNGState = ds4Kinds[slot/5%9], s.words.Uint64()
	in.Row = s.ds4Row(in.RowKind, []int{1, 2, 5, 64, 257, 4097}[slot/45])
	if s.oneIn(10) {
		in.RNGState = 0
	}
	if s.oneIn(6) { // what the law corrects, and what over- or underflows
		switch s.below(4) {
		case 0:
			in.TopP = pick[float64](s, 0, -1, 1.5, 1e-9)
		case 1:
			in.MinP = pick[float64](s, -0.5, 1, 1.5, 1e-30)
		case 2:
			in.TopK = pick(s, len(in.Row), len(in.Row)+1, 1024, 1025, -1)
		case 3:
			in.Temperature = pick(s, -1, 1e-30, 1e-45, 1e30, 3e38)
		}
	}
	return &oracle.Case{Kind: in.RowKind, Entry: oracle.EntryDS4, In: &in}
}

func (s *stream) ds4Row(kind string, n int) []float32 {
	x, at := make([]float32, n), s.below(n)
	for i := range x {
		v := s.normal() * 3
		switch kind {
		case "ties":
			v = math.RoundToEven(v / 3)
		case "huge":
			v *= 1e30
		case "below-floor":
			v = -2e30 // under the -1e30 that an argmax starts from
		}
		x[i] = float32(v)
	}
	switch kind {
	case "legal-mask":
		mask(x, s.perm(n)[:s.between(1, min(n, 8))]...)
	case "nan":
		x[at] = nan
	case "pos-inf":
		x[at] = inf
	case "all-masked":
		mask(x)
	case "all-nan":
		for i := range x {
			x[i] = nan
		}
	}
	return x
}
