// Package qwen is the Qwen3.5 family with its draft head: gated delta layers with
// full attention in between, on an engine/device.
//
// A folder is loaded as it lies on disk and as MTPLX 2.12.2 on mlx-lm 0.31.3
// reads it: config.json nested or flat, one or many safetensors files, the draft
// head among them or in a file of its own, tensors in the layout and with the norm
// gains of the Hugging Face or the MLX convention. Weights stay where they are
// mapped; activations are float32.
//
// The formulas are those of mlx_lm/models/qwen3_5.py and mtplx/mtp_patch.py. A row
// is the same bits whether its token is forwarded alone, in a window or in a prompt.
package qwen
