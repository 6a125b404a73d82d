package modelmake

import (
	"fmt"
	"math"
)

// Prefixes of tensor names, as in Hugging Face files.
const (
	trunkPrefix = "model.language_model."
	draftPrefix = "mtp."
	draftLayer  = draftPrefix + "layers.0."

	embeddingName = trunkPrefix + "embed_tokens.weight"
	outputName    = "lm_head.weight"
	fuseName      = draftPrefix + "fc.weight"
)

// kernel is the taps of the convolution over time.
const kernel = 4

// Deviations and weights of the parts of a model. They are what makes it answer
// with some variety and still be guessed by its draft head.
const (
	gainSigma  = 0.05
	fuseSigma  = 0.05
	fuseHidden = 0.3  // how much of the trunk's hidden state the draft head gets
	noise      = 0.25 // of the output matrix, next to 1 for the successor's embedding
	sharpness  = 3    // scale of the logits
)

// axis says which dimension of a tensor is the residual stream.
type axis int8

const (
	aside axis = iota // none
	rows              // the first: a matrix that writes the stream, or gains
	cols              // the second: a matrix that reads it
)

// tensor is what is known of a tensor before it has values.
type tensor struct {
	name   string
	shape  []int
	stream axis
	fill   func(stream, []float32)
	wide   bool // float32 whatever the dtype of the model
}

// layerPrefix is the prefix of the tensors of a layer of the trunk.
func layerPrefix(i int) string { return fmt.Sprintf("%slayers.%d.", trunkPrefix, i) }

// full reports whether a layer is full attention.
func (o Options) full(i int) bool { return (i+1)%o.Interval == 0 }

// tensors lists the tensors of a model.
func (o Options) tensors() []tensor {
	list := []tensor{
		{name: embeddingName, shape: []int{o.Vocabulary, o.Hidden}, stream: cols, fill: bell(1)},
		o.gain(trunkPrefix + "norm.weight"),
	}
	if !o.Tied {
		list = append(list, tensor{name: outputName, shape: []int{o.Vocabulary, o.Hidden}, stream: cols, fill: bell(noise)})
	}
	for i := range o.Layers {
		p := layerPrefix(i)
		if o.full(i) {
			list = append(list, o.attention(p)...)
		} else {
			list = append(list, o.recurrence(p)...)
		}
		list = append(list, o.mlp(p)...)
	}
	list = append(list,
		tensor{name: fuseName, shape: []int{o.Hidden, 2 * o.Hidden}, stream: rows, fill: bell(fuseSigma)},
		o.gain(draftPrefix+"pre_fc_norm_hidden.weight"),
		o.gain(draftPrefix+"pre_fc_norm_embedding.weight"),
		o.gain(draftPrefix+"norm.weight"),
	)
	list = append(list, o.attention(draftLayer)...)
	return append(list, o.mlp(draftLayer)...)
}

func (o Options) attention(p string) []tensor {
	p += "self_attn."
	return []tensor{
		o.read(p+"q_proj.weight", 2*o.Heads*o.HeadDim), // queries and gates
		o.read(p+"k_proj.weight", o.KVHeads*o.HeadDim),
		o.read(p+"v_proj.weight", o.KVHeads*o.HeadDim),
		o.write(p+"o_proj.weight", o.Heads*o.HeadDim),
		{name: p + "q_norm.weight", shape: []int{o.HeadDim}, fill: bell(gainSigma)},
		{name: p + "k_norm.weight", shape: []int{o.HeadDim}, fill: bell(gainSigma)},
	}
}

func (o Options) recurrence(p string) []tensor {
	p += "linear_attn."
	keys, values := o.LinearKeyHeads*o.LinearKeyDim, o.LinearValueHeads*o.LinearValueDim
	perHead := []int{o.LinearValueHeads}
	return []tensor{
		o.read(p+"in_proj_qkv.weight", 2*keys+values),
		o.read(p+"in_proj_z.weight", values),
		o.read(p+"in_proj_b.weight", o.LinearValueHeads),
		o.read(p+"in_proj_a.weight", o.LinearValueHeads),
		o.write(p+"out_proj.weight", values),
		{name: p + "conv1d.weight", shape: []int{2*keys + values, 1, kernel}, fill: bell(0.5)},
		{name: p + "dt_bias", shape: perHead, fill: bell(0.5)},
		{name: p + "A_log", shape: perHead, fill: decays, wide: true},
		{name: p + "norm.weight", shape: []int{o.LinearValueDim}, fill: absolute},
	}
}

func (o Options) mlp(p string) []tensor {
	return []tensor{
		o.gain(p + "input_layernorm.weight"),
		o.gain(p + "post_attention_layernorm.weight"),
		o.read(p+"mlp.gate_proj.weight", o.Intermediate),
		o.read(p+"mlp.up_proj.weight", o.Intermediate),
		o.write(p+"mlp.down_proj.weight", o.Intermediate),
	}
}

func (o Options) read(name string, n int) tensor {
	return tensor{name: name, shape: []int{n, o.Hidden}, stream: cols, fill: bell(1 / math.Sqrt(float64(o.Hidden)))}
}

func (o Options) write(name string, n int) tensor {
	// Beyond four layers each adds less: or they would drown the embedding that the
	// output matrix looks for.
	share := min(1, 2/math.Sqrt(float64(o.Layers)))
	return tensor{name: name, shape: []int{o.Hidden, n}, stream: rows, fill: bell(share / math.Sqrt(float64(n)))}
}

func (o Options) gain(name string) tensor {
	return tensor{name: name, shape: []int{o.Hidden}, stream: rows, fill: bell(gainSigma)}
}

func bell(sigma float64) func(stream, []float32) {
	return func(s stream, values []float32) { s.bell(values, sigma) }
}

// decays are logarithms of 0.5 to 4, evenly between the two.
func decays(s stream, values []float32) {
	const low, high = -0.6931471805599453, 1.3862943611198906
	s.between(values, low, high)
}

// absolute are gains that are not stored minus one.
func absolute(s stream, values []float32) {
	s.bell(values, gainSigma)
	for i := range values {
		values[i]++
	}
}
