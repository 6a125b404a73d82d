package qwen

import (
	"slices"
)

// Limits that no model of the family comes near. They keep every product of the
// numbers below within an int; what is allocated is also checked against the
// tensors, and they against the size of their file.
const (
	maxWidth      = 1 << 20
	maxLayers     = 1 << 10
	maxHeads      = 1 << 10
	maxHeadDim    = 1 << 9
	maxKernel     = 1 << 4
	maxVocabulary = 1 << 24
	maxContext    = 1 << 26
	maxHeadLayers = 1 << 4
)

// Config is the shape of a model.
type Config struct {
	Vocabulary   int // rows of the embedding and of the output matrix
	Context      int // longest sequence, in tokens
	Hidden       int // width of the residual stream
	Intermediate int // width of the MLP
	Layers       int
	Interval     int // each Interval-th layer is full attention, the others are recurrent
	Epsilon      float32
	Tied         bool // the embedding is the output matrix too

	// Full attention.
	Heads, KVHeads, HeadDim int
	Rotated                 int     // first values of a head, which are turned by position
	Theta                   float32 // base of the rotation

	// Gated delta rule.
	LinearKeyHeads, LinearValueHeads int
	LinearKeyDim, LinearValueDim     int
	Kernel                           int // taps of the convolution over time

	HeadLayers int // full-attention layers of the draft head; 0 without one

	stop      []int
	stopTexts []string
	sidecar   string // file of the draft head, if it is not one of the usual names
	headDelta bool   // the draft head's gains are declared to be stored minus one
}

// StopIDs are the tokens that generation_config.json, else config.json, says an
// answer ends with, and its padding.
func (c Config) StopIDs() []int { return slices.Clone(c.stop) }

// StopTexts are the tokenizer's own end and padding tokens, by content. The oracle
// stops at these as well; only the tokenizer knows their IDs.
func (c Config) StopTexts() []string { return slices.Clone(c.stopTexts) }

// FullAttention says whether a layer, counted from 0, is full attention.
func (c Config) FullAttention(layer int) bool { return (layer+1)%c.Interval == 0 }

// LoadConfig reads config.json, and of generation_config.json, tokenizer_config.json
// and mtplx_runtime.json what is there.
func LoadConfig(dir string) (Config, error) {
	var s sources
	for _, file := range []struct {
		name     string
		into     *object
		optional bool
	}{
		{"config.json", &s.config, false},
		{"generation_config.json", &s.generation, true},
		{"tokenizer_config.json", &s.tokenizer, true},
		{"mtplx_runtime.json", &s.runtime, true},
	} {
		o, err := readObject(dir, file.name, file.optional)
		if err != nil {
			return Config{}, err
		}
		*file.into = o
	}
	return s.parse()
}

// sources are the files that say something about a model.
type sources struct{ config, generation, tokenizer, runtime object }

func (s sources) parse() (Config, error) {
	text := s.config // flat
	if s.config.has("text_config") {
		text = s.config.inner("text_config")
	}
	var c Config
	refuseUnsupported(s.config, text)
	refuseContract(s.config.inner("mtplx_mtp_contract"))
	if s.runtime.has("mtp_contract") {
		refuseContract(s.runtime.inner("mtp_contract"))
	} else {
		refuseContract(s.runtime)
	}
	c.shape(text)
	c.attention(text)
	c.recurrence(text)
	c.draftHead(s.config, text)
	c.endings(s.config, s.generation, s.tokenizer)
	for _, o := range []object{s.config, s.generation, s.tokenizer, s.runtime} {
		if *o.err != nil {
			return Config{}, *o.err
		}
	}
	return c, nil
}

func (c *Config) shape(text object) {
	c.Vocabulary = text.integer("vocab_size", maxVocabulary)
	c.Context = text.integerOr("max_position_embeddings", 131072, 1, maxContext)
	c.Hidden = text.integer("hidden_size", maxWidth)
	c.Intermediate = text.integer("intermediate_size", maxWidth)
	c.Layers = text.integer("num_hidden_layers", maxLayers)
	c.Interval = text.integerOr("full_attention_interval", 4, 1, maxLayers)
	c.Epsilon = float32(text.positive("rms_norm_eps", 1e-6))
	c.Tied = text.flag("tie_word_embeddings")

	var kinds []string
	if !text.into("layer_types", &kinds) || *text.err != nil {
		return
	}
	if len(kinds) != c.Layers {
		text.refuse("layer_types", "%d of %d layers", len(kinds), c.Layers)
		return
	}
	for i, kind := range kinds {
		want := "linear_attention"
		if c.FullAttention(i) {
			want = "full_attention"
		}
		if kind != want {
			text.refuse("layer_types", "layer %d is %.40q, full_attention_interval %d makes it %q", i, kind, c.Interval, want)
		}
	}
}

func (c *Config) attention(text object) {
	c.Heads = text.integer("num_attention_heads", maxHeads)
	c.KVHeads = text.integer("num_key_value_heads", maxHeads)
	if *text.err != nil {
		return
	}
	if c.Heads%c.KVHeads != 0 {
		text.refuse("num_key_value_heads", "%d do not divide %d heads", c.KVHeads, c.Heads)
	}
	c.HeadDim = text.integerOr("head_dim", c.Hidden/c.Heads, 1, maxHeadDim)
	if c.HeadDim < 1 || c.HeadDim > maxHeadDim {
		text.refuse("head_dim", "%d is not in 1 to %d", c.HeadDim, maxHeadDim)
	}
	c.rotary(text)
}

func (c *Config) recurrence(text object) {
	c.LinearKeyHeads = text.integer("linear_num_key_heads", maxHeads)
	c.LinearValueHeads = text.integer("linear_num_value_heads", maxHeads)
	c.LinearKeyDim = text.integer("linear_key_head_dim", maxHeadDim)
	c.LinearValueDim = text.integer("linear_value_head_dim", maxHeadDim)
	c.Kernel = text.integerOr("linear_conv_kernel_dim", 4, 1, maxKernel)
	if *text.err == nil && c.LinearValueHeads%c.LinearKeyHeads != 0 {
		text.refuse("linear_num_key_heads", "%d do not divide %d value heads", c.LinearKeyHeads, c.LinearValueHeads)
	}
}

// draftHead takes the first number of layers that is not zero, as the oracle does.
func (c *Config) draftHead(top, text object) {
	for _, n := range []int{
		text.integerOr("mtp_num_hidden_layers", 0, 0, maxHeadLayers),
		text.integerOr("num_nextn_predict_layers", 0, 0, maxHeadLayers),
		top.integerOr("num_nextn_predict_layers", 0, 0, maxHeadLayers),
	} {
		if c.HeadLayers == 0 {
			c.HeadLayers = n
		}
	}
	c.headDelta = declaredDelta(top.text("mtplx_mtp_norm_encoding")) || declaredDelta(top.text("mtp_norm_encoding"))
	extra := top.inner("mlx_lm_extra_tensors")
	if c.sidecar = extra.text("mtp_file"); c.sidecar != "" && !local(c.sidecar) {
		extra.refuse("mtp_file", "%.200q is outside the folder", c.sidecar)
	}
}

func (c *Config) endings(top, generation, tokenizer object) {
	if *top.err != nil {
		return // without a vocabulary nothing can be judged
	}
	c.stop = generation.ids("eos_token_id", c.Vocabulary)
	if len(c.stop) == 0 {
		c.stop = top.ids("eos_token_id", c.Vocabulary)
	}
	c.stop = append(c.stop, generation.ids("pad_token_id", c.Vocabulary)...)
	slices.Sort(c.stop)
	c.stop = slices.Compact(c.stop)
	for _, name := range []string{"eos_token", "pad_token"} {
		if text := content(tokenizer, name); text != "" && !slices.Contains(c.stopTexts, text) {
			c.stopTexts = append(c.stopTexts, text)
		}
	}
}

// content is a token of tokenizer_config.json: its text, or an object that has it.
func content(tokenizer object, name string) string {
	if raw := tokenizer.fields[name]; len(raw) > 0 && raw[0] == '{' {
		return tokenizer.inner(name).text("content")
	}
	return tokenizer.text(name)
}
