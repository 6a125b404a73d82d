package qwen

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestLoadConfig(t *testing.T) {
	c, err := LoadConfig(receipt("tiny-f32"))
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Vocabulary: 384, Context: 4096, Hidden: 64, Intermediate: 128, Layers: 4, Interval: 4, Epsilon: 1e-6,
		Heads: 4, KVHeads: 2, HeadDim: 32, Rotated: 8, Theta: 10000,
		LinearKeyHeads: 2, LinearValueHeads: 4, LinearKeyDim: 32, LinearValueDim: 32, Kernel: 4,
		HeadLayers: 1,
	}
	if diff := cmp.Diff(want, c, cmpopts.IgnoreUnexported(Config{})); diff != "" {
		t.Error("(-want +got):", diff)
	}
	if !slices.Equal(c.StopIDs(), []int{256, 257}) || !slices.Equal(c.StopTexts(), []string{"<|im_end|>", "<|endoftext|>"}) {
		t.Error(c.StopIDs(), c.StopTexts())
	}
	for i, full := range []bool{false, false, false, true} {
		if c.FullAttention(i) != full {
			t.Errorf("layer %d", i)
		}
	}
}

// configOf writes the configuration files of a folder and reads them.
func configOf(t *testing.T, change func(p *parts)) (Config, error) {
	t.Helper()
	p := partsOf(t)
	clear(p.tensors)
	change(p)
	return LoadConfig(p.write(t))
}

// TestConfigDefaults: what may be left out, and what stands for it in the oracle.
func TestConfigDefaults(t *testing.T) {
	c, err := configOf(t, func(p *parts) {
		for _, name := range []string{
			"rms_norm_eps", "max_position_embeddings", "full_attention_interval", "linear_conv_kernel_dim", "head_dim", "attention_bias",
			"tie_word_embeddings", "rope_parameters", "mtp_num_hidden_layers", "hidden_act", "layer_types",
		} {
			delete(p.text, name)
		}
		p.text["rope_theta"] = 7 // not read beside no rope_parameters
	})
	if err != nil {
		t.Fatal(err)
	}
	got := []any{c.Epsilon, c.Context, c.Interval, c.Kernel, c.HeadDim, c.Rotated, c.Theta, c.HeadLayers, c.Tied}
	want := []any{float32(1e-6), 131072, 4, 4, 16, 4, float32(100000), 0, false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("(-want +got):", diff)
	}
}

func TestConfigRotation(t *testing.T) {
	for name, c := range map[string]struct {
		value   any
		rotated int
		theta   float32
	}{
		"by rope_type":  {map[string]any{"rope_type": "default", "rope_theta": 1e7, "partial_rotary_factor": 0.5}, 16, 1e7},
		"by type":       {map[string]any{"type": "default", "rope_type": "yarn", "rope_theta": 1e7}, 8, 1e7},
		"three axes":    {map[string]any{"type": "mrope", "mrope_section": []int{2, 1, 1}, "mrope_interleaved": true}, 8, 100000},
		"all of a head": {map[string]any{"partial_rotary_factor": 1}, 32, 100000},
		"empty":         {map[string]any{}, 4, 55},
		"null":          {nil, 4, 55},
	} {
		got, err := configOf(t, func(p *parts) {
			p.text["rope_parameters"] = c.value
			p.text["rope_theta"] = 55
			p.text["partial_rotary_factor"] = 0.125
		})
		if err != nil || got.Rotated != c.rotated || got.Theta != c.theta {
			t.Errorf("%s: %d, %g, %v; want %d, %g", name, got.Rotated, got.Theta, err, c.rotated, c.theta)
		}
	}
}

func TestConfigStop(t *testing.T) {
	for name, c := range map[string]struct {
		config, text, generation, tokenizer string
		ids                                 []int
		texts                               []string
	}{
		"nothing":           {"", "", "", "", nil, nil},
		"of the text model": {"", "3", "", "", nil, nil}, // the oracle looks at the top only
		"of config":         {"5", "3", "", "", []int{5}, nil},
		"list":              {"[7, 5]", "", "", "", []int{5, 7}, nil},
		"generation first":  {"5", "", `{"eos_token_id": [9, 8, 9]}`, "", []int{8, 9}, nil},
		"padding":           {"5", "", `{"pad_token_id": 1}`, "", []int{1, 5}, nil},
		"padding is a list": {"5", "", `{"eos_token_id": null, "pad_token_id": [2, 5]}`, "", []int{2, 5}, nil},
		"tokenizer":         {"", "", "", `{"eos_token": "<a>", "pad_token": {"content": "<b>", "special": true}}`, nil, []string{"<a>", "<b>"}},
		"tokenizer, one":    {"", "", "", `{"eos_token": "<a>", "pad_token": "<a>"}`, nil, []string{"<a>"}},
		"tokenizer, none":   {"", "", "", `{"eos_token": null}`, nil, nil},
	} {
		got, err := configOf(t, func(p *parts) {
			delete(p.config, "eos_token_id")
			delete(p.text, "eos_token_id")
			if c.config != "" {
				p.config["eos_token_id"] = json.RawMessage(c.config)
			}
			if c.text != "" {
				p.text["eos_token_id"] = json.RawMessage(c.text)
			}
			if c.generation != "" {
				p.others["generation_config.json"] = c.generation
			}
			if c.tokenizer != "" {
				p.others["tokenizer_config.json"] = c.tokenizer
			}
		})
		if err != nil || !slices.Equal(got.StopIDs(), c.ids) || !slices.Equal(got.StopTexts(), c.texts) {
			t.Errorf("%s: %v, %v, %v; want %v, %v", name, got.StopIDs(), got.StopTexts(), err, c.ids, c.texts)
		}
	}
}

// TestConfigRefuses: an ErrConfig that names file and field.
func TestConfigRefuses(t *testing.T) {
	text := func(name string, value any) func(*parts) { return func(p *parts) { p.text[name] = value } }
	top := func(name string, value any) func(*parts) { return func(p *parts) { p.config[name] = value } }
	other := func(file, content string) func(*parts) { return func(p *parts) { p.others[file] = content } }
	const in = "config.json: text_config."
	for _, c := range []struct {
		says   string
		change func(p *parts)
	}{
		{in + "hidden_size: missing", func(p *parts) { delete(p.text, "hidden_size") }},
		{in + "hidden_size: missing", func(p *parts) { p.text["Hidden_Size"] = 64; delete(p.text, "hidden_size") }},
		{in + "hidden_size", text("hidden_size", nil)},
		{in + "hidden_size", text("hidden_size", 0)},
		{in + "hidden_size", text("hidden_size", -64)},
		{in + "hidden_size: must be a whole number, not 64.5", text("hidden_size", 64.5)},
		{in + "hidden_size: must be a whole number", text("hidden_size", "64")},
		{in + "hidden_size", text("hidden_size", 1<<40)},
		{in + "hidden_size", text("hidden_size", json.RawMessage("1e400"))},
		{in + "vocab_size: 99999999999999999999 is out of range", text("vocab_size", json.RawMessage("99999999999999999999"))},
		{in + "rms_norm_eps: 1e999 is out of range", text("rms_norm_eps", json.RawMessage("1e999"))},
		{in + "rms_norm_eps: must be a number", text("rms_norm_eps", true)},
		{in + "num_hidden_layers", text("num_hidden_layers", 1<<20)},
		{in + "num_key_value_heads", text("num_key_value_heads", 3)},
		{in + "head_dim", text("head_dim", 1<<20)},
		{in + "head_dim", func(p *parts) { delete(p.text, "head_dim"); p.text["hidden_size"] = 2 }},
		{in + "linear_num_key_heads", text("linear_num_key_heads", 3)},
		{in + "linear_conv_kernel_dim", text("linear_conv_kernel_dim", 1000)},
		{in + "full_attention_interval", text("full_attention_interval", 0)},
		{in + "max_position_embeddings", text("max_position_embeddings", 1<<62)},
		{in + "rms_norm_eps", text("rms_norm_eps", 0)},
		{in + "rms_norm_eps", text("rms_norm_eps", 1e-60)},
		{in + "rms_norm_eps", text("rms_norm_eps", 1e300)},
		{in + "tie_word_embeddings: must be true or false", text("tie_word_embeddings", "yes")},
		{in + "layer_types: must be a list", text("layer_types", "full_attention")},
		{in + "layer_types: must be a string", text("layer_types", []int{1})},
		{in + "layer_types", text("layer_types", []string{"linear_attention"})},
		{in + "layer_types", text("layer_types", []string{"full_attention", "full_attention", "full_attention", "full_attention"})},
		{in + "num_experts", text("num_experts", 8)},
		{in + "attention_bias", text("attention_bias", true)},
		{in + "hidden_act", text("hidden_act", "gelu")},
		{in + "mtp_num_hidden_layers", text("mtp_num_hidden_layers", 1000)},
		{in + "rope_parameters: must be an object", text("rope_parameters", 7)},
		{in + "rope_parameters.rope_type", text("rope_parameters", map[string]any{"rope_type": "yarn", "factor": 4})},
		{in + "rope_parameters.rope_theta", text("rope_parameters", map[string]any{"rope_theta": -1})},
		{in + "rope_parameters.partial_rotary_factor", text("rope_parameters", map[string]any{"partial_rotary_factor": 1.5})},
		{in + "rope_parameters.partial_rotary_factor", text("rope_parameters", map[string]any{"partial_rotary_factor": 0.1})}, // 3 values
		{in + "rope_parameters.partial_rotary_factor", text("rope_parameters", map[string]any{"partial_rotary_factor": 0.01})},
		{"config.json: text_config", top("text_config", []int{})},
		{"config.json: model_type", top("model_type", "llama")}, // of whatever class
		{"config.json: model_type", top("model_type", "qwen3_next")},
		{"config.json: model_type", func(p *parts) { p.config["model_type"] = "qwen3_5_text"; delete(p.config, "architectures") }},
		{"config.json: model_type", func(p *parts) {
			p.config["model_type"] = "qwen3_5_moe"
			p.config["architectures"] = []string{"Qwen3_5MoeForCausalLM"}
		}},
		{"config.json: quantization", top("quantization", map[string]any{"bits": 4})},
		{"config.json: quantization_config", top("quantization_config", map[string]any{"quant_method": "awq"})},
		{in + "quantization_config", text("quantization_config", map[string]any{"quant_method": "fp8"})},
		{"config.json: mtplx_mtp_quantization", top("mtplx_mtp_quantization", map[string]any{"bits": 4})},
		{"config.json: mtplx_mtp_contract.concat_order", top("mtplx_mtp_contract", map[string]any{"concat_order": "hidden_embedding"})},
		{"mtplx_runtime.json: mtp_contract.hidden_variant", other("mtplx_runtime.json", `{"mtp_contract": {"hidden_variant": "pre_norm"}}`)},
		{"mtplx_runtime.json: position_mode", other("mtplx_runtime.json", `{"position_mode": "absolute"}`)},
		{"config.json: mlx_lm_extra_tensors.mtp_file", top("mlx_lm_extra_tensors", map[string]any{"mtp_file": "../mtp.safetensors"})},
		{"config.json: eos_token_id", top("eos_token_id", 384)},
		{"config.json: eos_token_id", top("eos_token_id", "2")},
		{"generation_config.json: eos_token_id", other("generation_config.json", `{"eos_token_id": [1, -1]}`)},
		{"generation_config.json: pad_token_id", other("generation_config.json", `{"pad_token_id": 400}`)},
		{"generation_config.json", other("generation_config.json", `[]`)},
		{"tokenizer_config.json: eos_token", other("tokenizer_config.json", `{"eos_token": 7}`)},
		{"tokenizer_config.json", other("tokenizer_config.json", `{`)},
		{"config.json", other("config.json", ``)},
		{"config.json", other("config.json", `null`)},
		{"config.json", other("config.json", `{} {}`)},
	} {
		_, err := configOf(t, c.change)
		if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), string(filepath.Separator)+c.says) {
			t.Errorf("%v, want an ErrConfig of %q", err, c.says)
			continue
		}
		if strings.Contains(err.Error(), "unmarshal") {
			t.Errorf("%v is in the words of Go", err)
		}
	}
	if _, err := LoadConfig(t.TempDir()); !errors.Is(err, ErrConfig) || !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestConfigAllows what says nothing.
func TestConfigAllows(t *testing.T) {
	for _, change := range []func(p *parts){
		func(p *parts) { p.config["quantization"] = nil },
		func(p *parts) { p.config["quantization_config"] = map[string]any{} },
		func(p *parts) { p.text["num_experts"] = 0 },
		func(p *parts) { p.text["attention_bias"] = nil },
		func(p *parts) { p.config["unknown"] = map[string]any{"x": []int{1}} },
		func(p *parts) {
			p.config["mtplx_mtp_contract"] = map[string]any{"concat_order": "embedding_hidden", "position_mode": "cache", "mtp_quant_bits": nil}
		},
		func(p *parts) { p.others["mtplx_runtime.json"] = `{"version": 3}` },
	} {
		if _, err := configOf(t, change); err != nil {
			t.Error(err)
		}
	}
}

// FuzzConfig: no panic, and what is accepted keeps its promises.
func FuzzConfig(f *testing.F) {
	seeds, err := filepath.Glob(receipt("*/*config.json"))
	if err != nil || len(seeds) == 0 {
		f.Fatal(seeds, err)
	}
	add := func(config string) {
		f.Add([]byte(config), []byte(`{"eos_token_id":[1,2]}`), []byte(`{"eos_token":{"content":"x"}}`))
	}
	for _, name := range seeds {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		add(string(text))
	}
	add(`{"model_type":"qwen3_5","rope_parameters":null,"rope_theta":1e38,"layer_types":["full_attention"]}`)
	f.Fuzz(func(t *testing.T, config, generation, tokenizer []byte) {
		var s sources
		var errs []error
		for _, file := range []struct {
			into *object
			text []byte
		}{{&s.config, config}, {&s.generation, generation}, {&s.tokenizer, tokenizer}, {&s.runtime, []byte("{}")}} {
			o, err := parseObject("x.json", file.text)
			*file.into = o
			errs = append(errs, err)
		}
		if err := errors.Join(errs...); err != nil {
			if !errors.Is(err, ErrConfig) {
				t.Fatal(err)
			}
			return
		}
		c, err := s.parse()
		if err != nil {
			if !errors.Is(err, ErrConfig) || len(err.Error()) > 2000 {
				t.Fatal(err)
			}
			return
		}
		for name, n := range map[string][2]int{
			"vocabulary": {c.Vocabulary, maxVocabulary}, "context": {c.Context, maxContext}, "hidden": {c.Hidden, maxWidth},
			"intermediate": {c.Intermediate, maxWidth}, "layers": {c.Layers, maxLayers}, "interval": {c.Interval, maxLayers},
			"heads": {c.Heads, maxHeads}, "kv heads": {c.KVHeads, c.Heads}, "head dim": {c.HeadDim, maxHeadDim},
			"rotated": {c.Rotated, c.HeadDim}, "key heads": {c.LinearKeyHeads, c.LinearValueHeads},
			"value heads": {c.LinearValueHeads, maxHeads}, "key dim": {c.LinearKeyDim, maxHeadDim},
			"value dim": {c.LinearValueDim, maxHeadDim}, "kernel": {c.Kernel, maxKernel},
		} {
			if n[0] < 1 || n[0] > n[1] {
				t.Errorf("%s: %d is not in 1 to %d", name, n[0], n[1])
			}
		}
		if c.Heads%c.KVHeads != 0 || c.LinearValueHeads%c.LinearKeyHeads != 0 || c.Rotated%2 != 0 || !(c.Epsilon > 0) || !(c.Theta > 0) {
			t.Errorf("%+v", c)
		}
		for _, id := range c.StopIDs() {
			if id < 0 || id >= c.Vocabulary {
				t.Errorf("stop %d", id)
			}
		}
		for _, f := range frequencies(c.Theta, c.Rotated) {
			if f != f {
				t.Errorf("theta %g has no frequencies", c.Theta)
			}
		}
	})
}
