package modelmake

// contextLength is the longest sequence, in tokens.
const contextLength = 4096

type ropeParameters struct {
	Type    string  `json:"rope_type"`
	Theta   float64 `json:"rope_theta"`
	Partial float64 `json:"partial_rotary_factor"`
}

type textConfig struct {
	ModelType        string         `json:"model_type"`
	Hidden           int            `json:"hidden_size"`
	Intermediate     int            `json:"intermediate_size"`
	Layers           int            `json:"num_hidden_layers"`
	Heads            int            `json:"num_attention_heads"`
	KVHeads          int            `json:"num_key_value_heads"`
	HeadDim          int            `json:"head_dim"`
	Epsilon          float64        `json:"rms_norm_eps"`
	Vocabulary       int            `json:"vocab_size"`
	Context          int            `json:"max_position_embeddings"`
	LinearValueHeads int            `json:"linear_num_value_heads"`
	LinearKeyHeads   int            `json:"linear_num_key_heads"`
	LinearKeyDim     int            `json:"linear_key_head_dim"`
	LinearValueDim   int            `json:"linear_value_head_dim"`
	Kernel           int            `json:"linear_conv_kernel_dim"`
	Interval         int            `json:"full_attention_interval"`
	Tied             bool           `json:"tie_word_embeddings"`
	Bias             bool           `json:"attention_bias"`
	DraftLayers      int            `json:"mtp_num_hidden_layers"`
	Activation       string         `json:"hidden_act"`
	EOS              int            `json:"eos_token_id"`
	Rope             ropeParameters `json:"rope_parameters"`
	LayerTypes       []string       `json:"layer_types"`
	DType            string         `json:"dtype"`
}

// configFile is config.json.
func (o Options) configFile() any {
	kinds := make([]string, o.Layers)
	for i := range kinds {
		kinds[i] = "linear_attention"
		if o.full(i) {
			kinds[i] = "full_attention"
		}
	}
	return struct {
		Architectures []string   `json:"architectures"`
		ModelType     string     `json:"model_type"`
		Text          textConfig `json:"text_config"`
		Tied          bool       `json:"tie_word_embeddings"`
		EOS           int        `json:"eos_token_id"`
		DType         string     `json:"dtype"`
	}{
		Architectures: []string{"Qwen3_5ForConditionalGeneration"},
		ModelType:     "qwen3_5",
		Text: textConfig{
			ModelType: "qwen3_5_text",
			Hidden:    o.Hidden, Intermediate: o.Intermediate, Layers: o.Layers,
			Heads: o.Heads, KVHeads: o.KVHeads, HeadDim: o.HeadDim,
			Epsilon: 1e-6, Vocabulary: o.Vocabulary, Context: contextLength,
			LinearValueHeads: o.LinearValueHeads, LinearKeyHeads: o.LinearKeyHeads,
			LinearKeyDim: o.LinearKeyDim, LinearValueDim: o.LinearValueDim,
			Kernel: kernel, Interval: o.Interval, Tied: o.Tied, DraftLayers: 1,
			Activation: "silu", EOS: turnEnd, DType: o.DType, LayerTypes: kinds,
			Rope: ropeParameters{Type: "default", Theta: 10000, Partial: 0.25},
		},
		Tied: o.Tied, EOS: turnEnd, DType: o.DType,
	}
}

// generationConfig is generation_config.json.
func generationConfig() any {
	return struct {
		EOS         int     `json:"eos_token_id"`
		Pad         int     `json:"pad_token_id"`
		Sample      bool    `json:"do_sample"`
		Temperature float64 `json:"temperature"`
		TopK        int     `json:"top_k"`
		TopP        float64 `json:"top_p"`
	}{turnEnd, padding, true, 0.6, 20, 0.95}
}
