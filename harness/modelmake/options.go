package modelmake

import "rowproof/engine/numeric"

// Options are what a model is made of.
type Options struct {
	Layers       int `json:"layers"`       // at least Interval, for one of each kind
	Interval     int `json:"interval"`     // each Interval-th layer is full attention, the others are recurrent
	Hidden       int `json:"hidden"`       // width of the residual stream, the reserved channels included
	Intermediate int `json:"intermediate"` // width of the MLPs

	// Full attention.
	Heads   int `json:"heads"`
	KVHeads int `json:"kv_heads"` // divides Heads
	HeadDim int `json:"head_dim"` // a multiple of 8: pairs of a quarter of it are turned

	// Gated delta rule.
	LinearKeyHeads   int `json:"linear_key_heads"` // divides LinearValueHeads
	LinearValueHeads int `json:"linear_value_heads"`
	LinearKeyDim     int `json:"linear_key_dim"` // a multiple of 32: mlx-lm's Metal kernel takes no other
	LinearValueDim   int `json:"linear_value_dim"`

	Vocabulary int `json:"vocabulary"` // tokens, and rows of the output matrix

	DType string `json:"dtype"` // float32, bfloat16 or float16
	Seed  uint64 `json:"seed"`

	Tied    bool `json:"tied"`    // the embedding is the output matrix; poison is NaN and DraftNaN only
	Sidecar bool `json:"sidecar"` // the draft head in mtp.safetensors

	Poison []Trigger `json:"-"`
}

// DefaultOptions is a model of 1.4 MB that generates thousands of tokens a second.
func DefaultOptions() Options {
	return Options{
		Layers: 4, Interval: 4, Hidden: 64, Intermediate: 128,
		Heads: 4, KVHeads: 2, HeadDim: 32,
		LinearKeyHeads: 2, LinearValueHeads: 4, LinearKeyDim: 32, LinearValueDim: 32,
		Vocabulary: 384, DType: "float32", Seed: 7,
	}
}

// maxValues keeps a model in memory: 2^28 values are 1 GiB in float32.
const maxValues = 1 << 28

// dtype is a storage of weights.
type dtype struct {
	name string // in a safetensors header
	size int    // bytes
	put  func([]byte, float32)
	wide bool // the exponent is float32's
}

var dtypes = map[string]dtype{
	"float32":  {"F32", 4, putF32, true},
	"bfloat16": {"BF16", 2, func(b []byte, v float32) { put16(b, numeric.F32ToBF16(v)) }, true},
	"float16":  {"F16", 2, func(b []byte, v float32) { put16(b, numeric.F32ToF16(v)) }, false},
}

func (o Options) check() error {
	for _, option := range []struct {
		name      string
		value     int
		low, high int
		step      int
	}{
		// mlx-lm looks at the cache of layer Interval-1. Without a recurrent layer
		// nothing tells a loader that the gains of a trunk are stored minus one.
		{"interval", o.Interval, 2, 64, 1},
		{"layers", o.Layers, 2, 64, 1},
		{"hidden", o.Hidden, 32, 1 << 14, 1},
		{"intermediate", o.Intermediate, 2 * spareUnits, 1 << 16, 1},
		{"heads", o.Heads, 1, 256, 1},
		{"kv_heads", o.KVHeads, 1, 256, 1},
		{"head_dim", o.HeadDim, 8, 512, 8},
		{"linear_key_heads", o.LinearKeyHeads, 1, 256, 1},
		{"linear_value_heads", o.LinearValueHeads, 1, 256, 1},
		{"linear_key_dim", o.LinearKeyDim, 32, 512, 32},
		{"linear_value_dim", o.LinearValueDim, 1, 512, 1},
		{"vocabulary", o.Vocabulary, minVocabulary, 1 << 20, 1},
	} {
		if option.value < option.low || option.value > option.high {
			return refuse(option.name, "%d is not from %d to %d", option.value, option.low, option.high)
		}
		if option.value%option.step != 0 {
			return refuse(option.name, "%d is not a multiple of %d from %d to %d", option.value, option.step, option.low, option.high)
		}
	}
	if o.Interval > o.Layers {
		return refuse("interval", "%d is more than the %d layers: none would be full attention", o.Interval, o.Layers)
	}
	if o.Heads%o.KVHeads != 0 {
		return refuse("kv_heads", "%d does not divide the number of heads, %d", o.KVHeads, o.Heads)
	}
	if o.LinearValueHeads%o.LinearKeyHeads != 0 {
		return refuse("linear_key_heads", "%d does not divide the number of value heads, %d", o.LinearKeyHeads, o.LinearValueHeads)
	}
	if _, ok := dtypes[o.DType]; !ok {
		return refuse("dtype", "%.40q is not float32, bfloat16 or float16", o.DType)
	}
	return o.checkSize()
}

// checkSize refuses models that would not fit in memory while they are made.
func (o Options) checkSize() error {
	values := int64(0)
	for _, t := range o.tensors() {
		size := int64(1)
		for _, n := range t.shape {
			size *= int64(n)
		}
		// Sum as we go: the limits above bound each tensor, not the sum.
		if values += size; values > maxValues {
			return refuse("hidden", "with these options the model has more than %d values", maxValues)
		}
	}
	return nil
}
