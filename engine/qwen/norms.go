package qwen

import (
	"strings"

	"rowproof/engine/safetensors"
)

// Norm gains are stored as they are or minus one. Files do not say which; these
// are the oracle's rules.

// trunkDelta: with tensors of a draft head among the model's files, or with
// convolutions in the Hugging Face layout [channels, 1, kernel], the gains of the
// trunk are stored minus one.
func (f *folder) trunkDelta() bool {
	if f.marked {
		return true
	}
	for name, t := range f.trunk {
		if strings.Contains(name, "conv1d.weight") && len(t.Shape) > 0 && t.Shape[len(t.Shape)-1] != 1 {
			return true
		}
	}
	return false
}

// Means that divide the gains of draft heads as they are from those minus one.
const (
	headQKMean  = 1.25 // all of q_norm and k_norm are below
	headLowMean = 0.5  // the smallest of the others is below
)

// headDelta judges the gains of a draft head by their means, all or none.
func headDelta(head map[string]safetensors.Tensor) bool {
	qk, low := meansOf(head, ".self_attn.q_norm.weight", ".self_attn.k_norm.weight"),
		meansOf(head, ".input_layernorm.weight", ".post_attention_layernorm.weight", ".pre_fc_norm_hidden.weight", ".pre_fc_norm_embedding.weight")
	if len(qk) == 0 || len(low) == 0 {
		return false
	}
	small := false
	for _, m := range qk {
		if !(m < headQKMean) {
			return false
		}
	}
	for _, m := range low {
		small = small || m < headLowMean
	}
	return small
}

func meansOf(tensors map[string]safetensors.Tensor, suffixes ...string) []float64 {
	var means []float64
	for name, t := range tensors {
		dtype, ok := dtypeOf(t)
		if !ok || len(t.Shape) != 1 || t.Shape[0] == 0 {
			continue
		}
		for _, suffix := range suffixes {
			if strings.HasSuffix(name, suffix) {
				means = append(means, mean(widen(t.Data, dtype)))
			}
		}
	}
	return means
}

// maxQNormMean is between q_norm gains as they should be, about 1.8, and gains
// that one was added to twice.
const maxQNormMean = 2.4
