package oracle

// The keyed-lazy group holds primitives of the oracle's keyed random numbers,
// one In and Out per kind. A Seed is a decimal uint64.

// KeySplitIn asks for the key of Seed and for Num keys split from it. The words
// kind asks for the same split as a flat list.
type KeySplitIn struct {
	Seed string `json:"seed"`
	Num  int    `json:"num"`
}

func (in *KeySplitIn) check() error {
	if in.Num < 1 || in.Num > MaxWidth/2 {
		return badf("num %d", in.Num)
	}
	return checkSeed(in.Seed)
}

// KeySplitOut is the key's two words and the 2*Num words of the split.
type KeySplitOut struct {
	Key   []uint32 `json:"key"`
	Split []uint32 `json:"split"`
}

func (out *KeySplitOut) check() error {
	if len(out.Key) != 2 || len(out.Split)%2 != 0 {
		return badf("%d words of key, %d of split", len(out.Key), len(out.Split))
	}
	return nil
}

// Parts are key and split.
func (out *KeySplitOut) Parts() []Part { return []Part{{"key", out.Key}, {"split", out.Split}} }

// WordsOut are the 2*Num words of a split.
type WordsOut struct {
	Words []uint32 `json:"words"`
}

// Parts is words.
func (out *WordsOut) Parts() []Part { return []Part{{"words", out.Words}} }

// UniformRangeIn asks for float32 uniforms in [Low, High) of a shape.
type UniformRangeIn struct {
	Seed  string `json:"seed"`
	Shape []int  `json:"shape"`
	Low   F64    `json:"low"`
	High  F64    `json:"high"`
}

func (in *UniformRangeIn) check() error {
	if err := checkDims(in.Shape); err != nil {
		return err
	}
	return checkSeed(in.Seed)
}

// UniformIn asks for numbers in [0, 1) of a shape, made in format DT. The
// gumbel kind uses it as well.
type UniformIn struct {
	Seed  string `json:"seed"`
	Shape []int  `json:"shape"`
	DT    DType  `json:"dt"`
}

func (in *UniformIn) check() error {
	if err := checkDims(in.Shape); err != nil {
		return err
	}
	if in.DT.size() == 0 {
		return badf("unknown dtype %q", in.DT)
	}
	return checkSeed(in.Seed)
}

// UniformOut are the numbers, row-major, widened to float32.
type UniformOut struct {
	U F32s `json:"u"`
}

// Parts is u.
func (out *UniformOut) Parts() []Part { return []Part{{"u", out.U}} }

// GumbelOut are the numbers, row-major.
type GumbelOut struct {
	G F32s `json:"g"`
}

// Parts is g.
func (out *GumbelOut) Parts() []Part { return []Part{{"g", out.G}} }

// CategoricalIn asks for tokens from logits. Form says how the rows are handed
// over: "1d" and "1d_num" the first row alone, "1xV", "RxV", "RxV_num" and
// "axis0" the matrix; NumSamples and Axis are the keyword arguments.
type CategoricalIn struct {
	Seed       string `json:"seed"`
	Form       string `json:"form"`
	Rows       Rows   `json:"rows"`
	NumSamples *int   `json:"num_samples,omitempty"`
	Axis       *int   `json:"axis,omitempty"`
}

func (in *CategoricalIn) check() error {
	numbered := in.Form == "1d_num" || in.Form == "RxV_num"
	switch in.Form {
	case "1d", "1xV", "RxV", "1d_num", "RxV_num", "axis0":
	default:
		return badf("unknown form %q", in.Form)
	}
	if numbered != (in.NumSamples != nil) || (in.Form == "axis0") != (in.Axis != nil) {
		return badf("form %s: num_samples or axis is missing or too much", in.Form)
	}
	if in.NumSamples != nil && (*in.NumSamples < 1 || *in.NumSamples > MaxWidth/len(in.Rows)) {
		return badf("num_samples %d", *in.NumSamples)
	}
	if in.Axis != nil && *in.Axis != 0 {
		return badf("axis %d", *in.Axis)
	}
	return checkSeed(in.Seed)
}

// CategoricalOut are the tokens, row-major in Shape.
type CategoricalOut struct {
	Shape []int    `json:"shape"`
	Tok   []uint32 `json:"tok"`
}

func (out *CategoricalOut) check() error {
	if err := checkDims(out.Shape); err != nil {
		return err
	}
	if n := volume(out.Shape); n != len(out.Tok) {
		return badf("shape %v, %d tokens", out.Shape, len(out.Tok))
	}
	return nil
}

// Parts are shape and tok.
func (out *CategoricalOut) Parts() []Part { return []Part{{"shape", out.Shape}, {"tok", out.Tok}} }

// LazyShapeIn asks the lazy sampler to shape one row.
type LazyShapeIn struct {
	Row Row    `json:"row"`
	Cfg Config `json:"cfg"`
}

// LazyShapeOut are the top-k ids by value, their temperature-scaled logits with
// -Inf outside the nucleus, and whether the row is called bad.
type LazyShapeOut struct {
	IDs        []uint32 `json:"ids"`
	LogWeights F32s     `json:"log_weights"`
	Bad        bool     `json:"bad"`
}

func (out *LazyShapeOut) check() error {
	if len(out.IDs) != len(out.LogWeights) {
		return badf("%d ids, %d log_weights", len(out.IDs), len(out.LogWeights))
	}
	return nil
}

// Parts are ids, log_weights and bad.
func (out *LazyShapeOut) Parts() []Part {
	return []Part{{"ids", out.IDs}, {"log_weights", out.LogWeights}, {"bad", out.Bad}}
}

// LazySampleIn asks the lazy sampler for a token.
type LazySampleIn struct {
	Row  Row    `json:"row"`
	Cfg  Config `json:"cfg"`
	Seed string `json:"seed"`
}

func (in *LazySampleIn) check() error { return checkSeed(in.Seed) }

// LazySampleOut is the token, -1 for a bad row.
type LazySampleOut struct {
	Tok int64 `json:"tok"`
}

// Parts is tok.
func (out *LazySampleOut) Parts() []Part { return []Part{{"tok", out.Tok}} }

// checkDims refuses shapes of more than MaxWidth values.
func checkDims(shape []int) error {
	if len(shape) > 8 {
		return badf("%d dimensions", len(shape))
	}
	n := 1
	for _, d := range shape {
		if d < 1 || d > MaxWidth/n {
			return badf("shape %v", shape)
		}
		n *= d
	}
	return nil
}

func volume(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}
