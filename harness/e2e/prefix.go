package e2e

import (
	"context"
	"math"
	"slices"

	"rowproof/engine/model"
	"rowproof/oracle/e2e"
)

// prefix runs a greedy bfloat16 record, of which only the first tokens are compared.
// How many is found by plain decoding on the same engine: up to the first row that is
// too close to a tie for another rounding to give the same token.
func (r *run) prefix(ctx context.Context, m model.Model, record *e2e.Record) (answer, error) {
	plain := *record
	plain.Params.Depth = 0
	var gaps []float64
	if _, err := r.generate(ctx, m, &plain, func(_ model.Kind, row []float32) { gaps = append(gaps, gap(row)) }); err != nil {
		return answer{}, err
	}
	n := slices.IndexFunc(gaps, func(g float64) bool { return !(g >= e2e.BF16Gap) })
	if n < 0 {
		n = len(record.Tokens)
	}
	n = max(n, e2e.BF16Least)
	g, err := r.generate(ctx, m, record, nil)
	if err != nil {
		return answer{}, err
	}
	seen := g.parts()
	for _, part := range []string{e2e.PartTokens, e2e.PartStreamed} {
		tokens := seen[part].([]int)
		seen[part] = tokens[:min(n, len(tokens))]
	}
	return answer{expected: e2e.ExpectTokens(record, n), seen: seen, compared: min(n, len(record.Tokens))}, nil
}

// gap is the distance between the two best logits of a row.
func gap(row []float32) float64 {
	first, second := math.Inf(-1), math.Inf(-1)
	for _, v := range row {
		if x := float64(v); x > first {
			first, second = x, first
		} else {
			second = max(second, x)
		}
	}
	return first - second
}
