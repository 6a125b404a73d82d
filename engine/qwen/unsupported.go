package qwen

import (
	"slices"
	"strings"
)

// The names that the oracle runs by the formulas here: one on its own, the other if a
// class is declared too. It takes a class under any other name that mlx-lm does not know;
// such a model may have changed more than its name.
const (
	modelType     = "qwen3_5"
	textModelType = "qwen3_5_text"
)

var architectures = []string{"Qwen3_5ForConditionalGeneration", "Qwen3_5ForCausalLM", "Qwen3_5TextForCausalLM"}

// refuseUnsupported refuses what would be computed wrongly.
func refuseUnsupported(top, text object) {
	kind := top.text("model_type")
	if kind == "" {
		kind = text.text("model_type")
	}
	var classes, inner []string
	top.into("architectures", &classes)
	text.into("architectures", &inner)
	known := slices.ContainsFunc(append(classes, inner...), func(s string) bool { return slices.Contains(architectures, s) })
	if kind != modelType && (kind != textModelType || !known) {
		top.refuse("model_type", "%.80q is neither %s nor, with a class of its family declared, %s", kind, modelType, textModelType)
	}
	for _, o := range []object{top, text} {
		for _, name := range []string{"quantization", "quantization_config", "mtplx_mtp_quantization"} {
			if len(o.inner(name).fields) != 0 {
				o.refuse(name, "quantised weights cannot be used")
			}
		}
	}
	if n := text.integerOr("num_experts", 0, 0, maxWidth); n > 0 {
		text.refuse("num_experts", "a mixture of %d experts cannot be used", n)
	}
	if text.flag("attention_bias") {
		text.refuse("attention_bias", "biases cannot be used")
	}
	if act := text.text("hidden_act"); act != "" && act != "silu" {
		text.refuse("hidden_act", "%.40q is not silu", act)
	}
}

// refuseContract refuses a draft head that was built to be driven in another way.
func refuseContract(o object) {
	for _, f := range []struct{ name, only string }{
		{"base_hidden_variant", "post_norm"},
		{"hidden_variant", "post_norm"},
		{"mtp_hidden_variant", "post_norm"},
		{"concat_order", "embedding_hidden"},
		{"mtp_position_mode", "cache"},
		{"position_mode", "cache"},
	} {
		if s := o.text(f.name); s != "" && s != f.only {
			o.refuse(f.name, "%.80q is not %s", s, f.only)
		}
	}
	if o.has("mtp_quant_bits") || o.flag("mtp_prequantized") {
		o.refuse("mtp_quant_bits", "a quantised draft head cannot be used")
	}
}

// declaredDelta reports whether a folder says that gains are stored minus one.
func declaredDelta(encoding string) bool {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "delta", "delta_plus_one", "mlx_delta":
		return true
	}
	return false
}
