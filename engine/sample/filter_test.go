package sample

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestFilterEqualsAFullSort holds the bucketed ranking against sorting the whole
// row, on widths on both sides of the switch and with many ties.
func TestFilterEqualsAFullSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 65, smallRow, smallRow + 1, 5000}).Draw(t, "width")
		levels := rapid.SampledFrom([]int{1, 3, 100, 1 << 30}).Draw(t, "levels")
		seed := rapid.Uint32().Draw(t, "seed")
		cfg := Config{Temperature: 1, TopP: rapid.SampledFrom([]float64{0, 1e-9, 0.1, 0.5, 0.95, 1 - 1e-13, 1 - 0x1p-53, 1}).Draw(t, "top_p"), TopK: rapid.SampledFrom([]int{0, 1, 7, 4999, 6000}).Draw(t, "top_k")}
		p := make([]float64, n)
		sum := 0.0
		for i := range p {
			seed = seed*1664525 + 1013904223
			p[i] = math.Exp(float64(int(seed>>2)%levels) / float64(levels) * -20)
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case p[a] > p[b]:
				return -1
			case p[a] < p[b]:
				return 1
			}
			return 0
		})
		keep := make([]bool, n)
		before := 0.0
		for i, id := range order {
			keep[id] = (cfg.TopK <= 0 || i < cfg.TopK) && (!cfg.nucleus() || before < cfg.TopP)
			before += p[id]
		}
		got := slices.Clone(p)
		new(filter).apply(got, cfg)
		for id := range p {
			if keep[id] != (got[id] > 0) {
				t.Fatalf("token %d of %d: kept %v, want %v", id, n, got[id] > 0, keep[id])
			}
		}
	})
}
