package fresh

import (
	"strconv"

	"rowproof/oracle"
)

// nativeKinds are asked at three temperatures each; nan_first stands here once per format.
var nativeKinds = []string{
	"base:nan", "base:posinf", "base:allmask", "base:legal", "extra:nan_first", "extra:nan_first", "extra:nan_first",
	"extra:nan_posinf", "extra:nan_all", "extra:nan_mask", "extra:nan_mask_finite", "extra:posinf_two",
	"extra:zeros", "extra:wide",
}

func native(s *stream, slot int) *oracle.Case {
	kind, t := nativeKinds[slot/3], slot%3
	format := oracle.F32
	if kind == "extra:nan_first" {
		format = formats[slot/3-4]
	} else if s.oneIn(3) {
		format = pick(s, formats...)
	}
	in := &oracle.NativeIn{
		Cfg:     oracle.Config{Temperature: []oracle.F64{0, 0.6, 1}[t], TopP: 0.95, TopK: 2},
		RNGSeed: s.seed31(),
		KeySeed: strconv.FormatUint(s.seed31(), 10),
	}
	if kind == "extra:wide" {
		in.Row = s.row([]string{"nan_one", "posinf_one", "all_neginf"}[t], 257, format)
	} else {
		in.Row = oracle.MakeRow(format, s.nativeValues(kind))
	}
	if s.oneIn(4) {
		in.Cfg.TopP = pick[oracle.F64](s, 1, 0, 0.5, 1.5)
		in.Cfg.TopK = s.between(1, 3) // the lazy sampler serves 1 to width
	}
	return &oracle.Case{Kind: kind, Entry: oracle.EntryNative, In: in}
}

// nativeValues are four logits with what a kind is named after.
func (s *stream) nativeValues(kind string) []float32 {
	x := make([]float32, 4)
	for i := range x {
		x[i] = float32(s.below(65)-32) / 8
	}
	at, p := s.between(1, 3), s.perm(4)
	switch kind {
	case "base:nan":
		x[at] = nan
	case "base:posinf":
		x[at] = inf
	case "base:allmask":
		mask(x)
	case "base:legal":
		mask(x, p[:s.between(1, 3)]...)
	case "extra:nan_first":
		x[0] = nan
	case "extra:nan_posinf":
		x[p[0]], x[p[1]] = nan, inf
	case "extra:nan_all":
		x = []float32{nan, nan, nan, nan}
	case "extra:nan_mask":
		mask(x)
		x[p[0]] = nan
	case "extra:nan_mask_finite":
		mask(x, p[0])
		x[p[1]] = nan
	case "extra:posinf_two":
		x[p[0]], x[p[1]], x[p[2]] = inf, inf, -inf
	case "extra:zeros":
		return s.zeros(x)
	}
	return x
}
