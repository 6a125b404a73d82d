package wrong

import (
	"math"
	"slices"

	"rowproof/oracle"
)

// verdictMistakes are made where a row is judged.
var verdictMistakes = []mistake{
	{
		"argmax-instead-of-check",
		"Greedy reads take the argmax of a row that nobody looked at: a NaN loses every comparison, so a broken row names a normal-looking token, and a NaN in front names token 0.",
		"https://github.com/ml-explore/mlx/issues/4274",
		func(h *hooks) {
			h.healthy = func(x []float64, cfg oracle.Config) bool { return routeOf(cfg) == byArgmax || healthy(x) }
		},
	},
	{
		"winner-checked-only",
		"Only the logit that won is tested for being finite, which a NaN elsewhere in the row never is.",
		"https://github.com/ml-explore/mlx/issues/4274",
		func(h *hooks) {
			h.healthy = func(x []float64, _ oracle.Config) bool { return finite([]float64{x[argmax(x)]}) }
		},
	},
	{
		"sanitise-nan",
		"Every NaN of a row is replaced by -1e30 before anything looks at it, so a row that broke counts as healthy, and one of nothing but NaN as uniform.",
		"https://github.com/sgl-project/sglang/issues/33187",
		func(h *hooks) {
			h.clean = func(x []float64) {
				for i, v := range x {
					if math.IsNaN(v) {
						x[i] = -1e30
					}
				}
			}
		},
	},
	{
		"token-zero-on-empty-mass",
		"Sampled reads do not look at the row, and where the probabilities come out as nothing or NaN, the first token gets all of them.",
		"https://github.com/JustVugg/colibri/issues/369",
		func(h *hooks) {
			h.healthy = func(x []float64, cfg oracle.Config) bool { return routeOf(cfg) != byArgmax || healthy(x) }
			h.empty = func(p []float64) bool {
				clear(p)
				p[0] = 1
				return true
			}
		},
	},
	{
		"nan-skipped-when-top-p-is-off",
		"With top_p off only the k best candidates are judged, and a NaN, which sorts last, is not among them: the oracle's own hole.",
		"",
		func(h *hooks) { h.healthy = candidatesHealthy },
	},
	{
		"infinity-allowed",
		"A row whose maximum is +Inf passes for healthy: only NaN is looked for.",
		"",
		func(h *hooks) {
			h.healthy = func(x []float64, _ oracle.Config) bool {
				return !slices.ContainsFunc(x, math.IsNaN) && slices.Max(x) > math.Inf(-1)
			}
		},
	},
	{
		"masks-rejected",
		"A row is refused for any infinity, so a grammar that forbids a token with -Inf stops the generation.",
		"https://github.com/ggml-org/llama.cpp/pull/13344",
		func(h *hooks) { h.healthy = func(x []float64, _ oracle.Config) bool { return finite(x) } },
	},
	{
		"all-rows-rejected",
		"Every row is refused: nothing wrong is ever emitted, and nothing else either.",
		"",
		func(h *hooks) { h.healthy = func([]float64, oracle.Config) bool { return false } },
	},
	{
		"penalties-after-the-verdict",
		"The row is judged before its penalties, so one that they make infinite in its own format is not refused for it.",
		"",
		func(h *hooks) { h.judged = func(raw, _ []float64) []float64 { return raw } },
	},
	{
		"penalty-in-float32",
		"Penalties of a half-precision row are subtracted in float32 and never rounded to the row's format, where they would have been lost or have overflowed.",
		"",
		func(h *hooks) { h.store = func(_ oracle.DType, v float32) float32 { return v } },
	},
	{
		"census-of-posinf-only",
		"A refusal counts +Inf and leaves out the -Inf of masks, so that its census is not that of the row.",
		"",
		func(h *hooks) {
			h.census = func(x []float64) (nan, inf int) {
				nan, _ = census(x)
				for _, v := range x {
					if math.IsInf(v, 1) {
						inf++
					}
				}
				return nan, inf
			}
		},
	},
}

// candidatesHealthy judges what a top-k reader keeps, if it does not need the rest.
func candidatesHealthy(x []float64, cfg oracle.Config) bool {
	if routeOf(cfg) != byTopK || nucleus(cfg) {
		return healthy(x)
	}
	ranked := slices.Clone(x)
	slices.Sort(ranked) // NaN first
	slices.Reverse(ranked)
	return healthy(ranked[:min(cfg.TopK, len(x))])
}
