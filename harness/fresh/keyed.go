package fresh

import (
	"strconv"

	"rowproof/oracle"
)

var (
	specialKeys   = []uint64{0, 1, 1<<31 - 1, 1<<32 - 1, 1 << 32, 1 << 63, 1<<64 - 1, 977}
	uniformShapes = [][]int{{}, {1}, {2}, {3}, {20}, {21}, {3, 5}, {64}, {65}, {257}}
	gumbelShapes  = [][]int{{1}, {2}, {7}, {20}, {3, 5}, {64}, {65}, {257}, {4, 20}}
	rangeShapes   = [][]int{{1}, {3}, {21}, {3, 5}, {64}}
	ranges        = [][2]oracle.F64{{-1, 1}, {0, 3.5}, {-7.25, -7}, {0.1, 0.7}}

	categoricalForms = []string{"1d", "1xV", "RxV", "1d_num", "RxV_num", "axis0"}
	categoricalKinds = []string{
		"normal", "flat", "mask_few", "all_equal", "ties_cutoff", "peaked", "nan_one", "posinf_multi",
		"all_neginf", "extreme_big",
	}
	lazyKinds = []string{
		"normal", "flat", "ties_cutoff", "all_equal", "extreme_spread", "mask_few", "nan_one", "nan_first",
		"posinf_one", "all_neginf", "nan_posinf", "signed_zero", "subnormals", "peaked", "nan_masked",
	}
)

// keyed makes the primitives of the keyed stream and of the lazy sampler.
func keyed(s *stream, slot int) *oracle.Case {
	seed := strconv.FormatUint(s.words.Uint64(), 10)
	switch i := slot; {
	case i < 60:
		if i < len(specialKeys) {
			seed = strconv.FormatUint(specialKeys[i], 10)
		}
		in := &oracle.KeySplitIn{Seed: seed, Num: []int{2, 1, 3, 4, 5, 7, 16, 2}[i%8]}
		return &oracle.Case{Kind: "key_split", Entry: "mx.random.{key,split}", In: in}
	case i < 70:
		in := &oracle.KeySplitIn{Seed: seed, Num: []int{8, 31, 64, 100, 2, 3, 9, 32, 33, 50}[i%10]}
		return &oracle.Case{Kind: "words", Entry: "mx.random.split (flattened words)", In: in}
	case i < 90:
		r := ranges[i%4]
		in := &oracle.UniformRangeIn{Seed: seed, Shape: rangeShapes[i%5], Low: r[0], High: r[1]}
		return &oracle.Case{Kind: "uniform_range", Entry: "mx.random.uniform(low,high)", In: in}
	case i < 150:
		format := oracle.F32
		if i >= 135 {
			format = formats[1+i%2]
		}
		in := &oracle.UniformIn{Seed: seed, Shape: uniformShapes[i%10], DT: format}
		return &oracle.Case{Kind: "uniform", Entry: "mx.random.uniform", In: in}
	case i < 177:
		in := &oracle.UniformIn{Seed: seed, Shape: gumbelShapes[(i-150)%9], DT: oracle.F32}
		return &oracle.Case{Kind: "gumbel", Entry: "mx.random.gumbel", In: in}
	case i < 267:
		return s.categorical(seed, i-177)
	default:
		return s.lazy(seed, i-267)
	}
}

func (s *stream) categorical(seed string, i int) *oracle.Case {
	form, kind := categoricalForms[i%6], categoricalKinds[i/6%10]
	in := &oracle.CategoricalIn{Seed: seed, Form: form}
	kinds := []string{kind}
	if form == "RxV" || form == "RxV_num" || form == "axis0" {
		kinds = []string{kind, kind, kind}
	}
	in.Rows = s.rows(kinds, pick(s, 2, 4, 20, 64, 65), oracle.F32)
	number := func(n int) *int { return &n }
	switch form {
	case "1d_num":
		in.NumSamples = number(5)
	case "RxV_num":
		in.NumSamples = number(4)
	case "axis0":
		in.Axis = number(0)
	}
	return &oracle.Case{Kind: "categorical:" + kind, Entry: "mx.random.categorical", In: in}
}

// lazy asks for a shape or a token of one row. top_k stays from 1 to the width: at
// 0 the oracle takes its process down, above the width it raises what a receipt of
// this entry cannot hold.
func (s *stream) lazy(seed string, i int) *oracle.Case {
	kind, format := lazyKinds[i/2%15], oracle.F32
	if i%30 < 15 {
		format = formats[i/2%3]
	}
	n := []int{4, 20, 64, 65, 257, 64}[i/2%6]
	if i == 0 || i == 60 {
		n = 4097
	}
	cfg := s.config([]oracle.F64{0.6, 1, 0.7, 1.5}, []oracle.F64{0.95, 0.95, 1, 0.5, 0.1, 0}, []int{2, 3, 5, 20, 40})
	if s.oneIn(8) {
		cfg.Temperature = pick(s, extremeTemperatures...)
		cfg.TopK = pick(s, 1, n)
	}
	cfg.TopK = min(cfg.TopK, n)
	row := s.row(kind, n, format)
	if i%2 == 0 {
		return &oracle.Case{Kind: "lazy_shape:" + kind, Entry: "generation._mx_lazy_shape", In: &oracle.LazyShapeIn{Row: row, Cfg: cfg}}
	}
	return &oracle.Case{Kind: "lazy_sample:" + kind, Entry: "generation._mx_lazy_sample", In: &oracle.LazySampleIn{Row: row, Cfg: cfg, Seed: seed}}
}
