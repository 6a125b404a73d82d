package wrong

import (
	"cmp"
	"slices"
)

// selectionMistakes are made where tokens are ranked and cut.
var selectionMistakes = []mistake{
	{
		"last-tie-wins",
		"The argmax takes the last of equal logits (>= instead of >), so two readers of one row disagree.",
		"https://github.com/ohdearquant/lattice/issues/280",
		func(h *hooks) {
			h.argmax = func(x []float64) int {
				best := 0
				for i, v := range x {
					if v >= x[best] {
						best = i
					}
				}
				return best
			}
		},
	},
	{
		"highest-id-at-the-cut",
		"Among equal logits the highest id ranks first, so a tie at the edge of top k or of the nucleus keeps the wrong tokens.",
		"",
		func(h *hooks) { h.tie = func(a, b int) int { return cmp.Compare(b, a) } },
	},
	{
		"ties-kept-at-the-cut",
		"Top k is a threshold: every logit equal to the k-th is kept, however many that makes.",
		"https://github.com/vllm-project/tpu-inference/pull/3580",
		func(h *hooks) {
			h.limit = func(values []float32, k int) int {
				falling := slices.Clone(values)
				slices.Sort(falling)
				slices.Reverse(falling)
				for k < len(falling) && falling[k] == falling[k-1] {
					k++
				}
				return k
			}
		},
	},
	{
		"ties-never-spill",
		"A tie at the cut that reaches beyond the candidates is not noticed, and its mass is weighed in the wrong precision and order.",
		"",
		func(h *hooks) { h.spills = func([]candidate, int) bool { return false } },
	},
	{
		"partition-that-sorts",
		"The k best come sorted out of a partition that leaves them in the order its pivots happened to produce, and sums run in another order.",
		"",
		func(h *hooks) { h.partition = sortedPartition },
	},
	{
		"nucleus-closed",
		"A token is kept where the mass before it is exactly top_p (<= instead of <): one too many.",
		"",
		func(h *hooks) { h.inside = func(before, topP float64) bool { return before <= topP } },
	},
	{
		"nucleus-of-the-candidates",
		"Top_p is a share of the mass of the k best, as where top k comes first, and not of the whole vocabulary.",
		"",
		func(h *hooks) { h.total = func(_, kept []float32) []float32 { return kept } },
	},
}

// sortedPartition sorts all of it: NaN last, ties by index.
func sortedPartition(keys []float32, _ int) []uint32 {
	order := make([]uint32, len(keys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		x, y := keys[a], keys[b]
		switch nanX, nanY := x != x, y != y; {
		case nanX && nanY:
			return 0
		case nanX:
			return 1
		case nanY:
			return -1
		}
		return cmp.Compare(x, y)
	})
	return order
}
