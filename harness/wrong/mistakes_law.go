package wrong

import (
	"rowproof/oracle"
)

// lawMistakes are made with drafted tokens and with the laws of other samplers.
var lawMistakes = []mistake{
	{
		"nan-target-accepted",
		"A target with a NaN is compared like any other, and min(1, p/q) keeps the 1: every drafted token is accepted.",
		"https://github.com/vllm-project/vllm/issues/53029",
		func(h *hooks) { h.target = func([]float64) bool { return true } },
	},
	{
		"acceptance-above-one",
		"The ratio of target and draft is reported as the probability of acceptance without the minimum with 1.",
		"",
		func(h *hooks) { h.ratio = func(target, draft float64) float64 { return target / draft } },
	},
	{
		"rejection-draws-from-the-target",
		"A rejected token is replaced by a draw from the target itself and not from what it has over the draft, so the output is biased towards what was rejected.",
		"",
		func(h *hooks) { h.rest = func(target, _ float64) float64 { return target } },
	},
	{
		"invalid-token-made-zero",
		"The -1 with which the keyed sampler marks a broken row is clamped into the vocabulary.",
		"https://github.com/vllm-project/vllm/issues/53029",
		func(h *hooks) { h.lazy = func(token int64) int64 { return max(token, 0) } },
	},
	{
		"one-law-for-all-families",
		"The DS4 sampler refuses a row with a NaN, a +Inf or nothing but -Inf; its own law skips them and falls back to token 0.",
		"",
		func(h *hooks) {
			h.ds4 = func(row []float32, token int) int {
				if healthy(widen(oracle.Row{DType: oracle.F32, F32: row})) {
					return token
				}
				return -1
			}
		},
	},
}
