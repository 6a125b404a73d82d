package wrong

import (
	"math"
)

// arithmeticMistakes move the last bits, and with them, sometimes, a token.
var arithmeticMistakes = []mistake{
	{
		"sequential-float64-sum",
		"Probabilities are added one after the other instead of pairwise in blocks of 128.",
		"",
		func(h *hooks) { h.sum64 = sequential[float64] },
	},
	{
		"math-exp",
		"The float64 exponential is Go's, whose last bit differs on one input in eight.",
		"",
		func(h *hooks) { h.exp64 = math.Exp }, //nolint:forbidigo // that is the mistake
	},
	{
		"correctly-rounded-exp32",
		"The float32 exponential is as good as it can be, where the device's is up to 64 units in the last place off.",
		"",
		func(h *hooks) {
			h.exp32 = func(x float32) float32 { return float32(math.Exp(float64(x))) } //nolint:forbidigo // that is the mistake
		},
	},
	{
		"log-sum-exp-in-float64",
		"The mass that top_p is a share of is summed in float64 and rounded once; the device sums in float32.",
		"",
		func(h *hooks) { h.lse32 = logSumExp64 },
	},
	{
		"divide-by-temperature",
		"A logit is divided by the temperature, where the device multiplies by the rounded reciprocal.",
		"",
		func(h *hooks) {
			h.scale = func(x float32, temperature float64) float32 { return x / float32(temperature) }
		},
	},
	{
		"single-normalisation",
		"Probabilities are normalised once; the constructor of a sparse distribution divides by their sum again.",
		"",
		func(h *hooks) { h.again = func(func([]float64) float64, []float64) {} },
	},
}

func logSumExp64(_ func(float32) float32, x []float32) float32 {
	top := top32(x)
	if top != top || math.IsInf(float64(top), 0) {
		return top
	}
	var sum float64
	for _, v := range x {
		sum += math.Exp(float64(v) - float64(top)) //nolint:forbidigo // that is the mistake
	}
	return float32(math.Log(sum) + float64(top)) //nolint:forbidigo // that is the mistake
}
