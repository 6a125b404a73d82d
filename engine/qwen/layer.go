package qwen

import (
	"fmt"

	"rowproof/engine/device"
)

// layer is one block: x += mixer(norm(x)), x += mlp(norm(x)). Its mixer is either
// full attention or the gated delta rule.
type layer struct {
	before, between device.Buffer // gains [Hidden]
	attention       *attention
	delta           *delta
	mlp             mlp
}

type attention struct {
	query, key, value, out device.Matrix // query: for each head HeadDim queries, HeadDim gates
	queryNorm, keyNorm     device.Buffer // gains [HeadDim]
}

type delta struct {
	mixed, gate, b, a, out    device.Matrix
	taps, aLog, dtBias, gains device.Buffer
}

type mlp struct{ gate, up, down device.Matrix }

// layer reads the tensors of one block.
func (w *weights) layer(c Config, prefix string, full bool) layer {
	l := layer{
		before:  w.gain(prefix+"input_layernorm", c.Hidden),
		between: w.gain(prefix+"post_attention_layernorm", c.Hidden),
		mlp: mlp{
			gate: w.matrix(prefix+"mlp.gate_proj", c.Intermediate, c.Hidden),
			up:   w.matrix(prefix+"mlp.up_proj", c.Intermediate, c.Hidden),
			down: w.matrix(prefix+"mlp.down_proj", c.Hidden, c.Intermediate),
		},
	}
	if full {
		l.attention = w.attention(c, prefix+"self_attn.")
	} else {
		l.delta = w.delta(c, prefix+"linear_attn.")
	}
	return l
}

func (w *weights) attention(c Config, prefix string) *attention {
	wide, narrow := c.Heads*c.HeadDim, c.KVHeads*c.HeadDim
	return &attention{
		query:     w.matrix(prefix+"q_proj", 2*wide, c.Hidden),
		key:       w.matrix(prefix+"k_proj", narrow, c.Hidden),
		value:     w.matrix(prefix+"v_proj", narrow, c.Hidden),
		out:       w.matrix(prefix+"o_proj", c.Hidden, wide),
		queryNorm: w.gain(prefix+"q_norm", c.HeadDim),
		keyNorm:   w.gain(prefix+"k_norm", c.HeadDim),
	}
}

func (w *weights) delta(c Config, prefix string) *delta {
	d := c.delta()
	wide := d.ValueHeads * d.ValueWidth
	heads := []int{d.ValueHeads}
	return &delta{
		mixed: w.matrix(prefix+"in_proj_qkv", d.Channels(), c.Hidden),
		gate:  w.matrix(prefix+"in_proj_z", wide, c.Hidden),
		b:     w.matrix(prefix+"in_proj_b", d.ValueHeads, c.Hidden),
		a:     w.matrix(prefix+"in_proj_a", d.ValueHeads, c.Hidden),
		out:   w.matrix(prefix+"out_proj", c.Hidden, wide),
		// The Hugging Face and the MLX layout are the same bytes.
		taps:   w.vector(prefix+"conv1d.weight", []int{d.Channels(), 1, c.Kernel}, []int{d.Channels(), c.Kernel, 1}),
		aLog:   w.vector(prefix+"A_log", heads),
		dtBias: w.vector(prefix+"dt_bias", heads),
		gains:  w.vector(prefix+"norm.weight", []int{d.ValueWidth}), // never minus one
	}
}

// delta is the shape of the gated delta rule.
func (c Config) delta() device.Delta {
	return device.Delta{
		KeyHeads: c.LinearKeyHeads, ValueHeads: c.LinearValueHeads,
		KeyWidth: c.LinearKeyDim, ValueWidth: c.LinearValueDim,
	}
}

func trunkLayer(i int) string { return fmt.Sprintf("model.layers.%d.", i) }

func headLayer(i int) string { return fmt.Sprintf("mtp.layers.%d.", i) }
