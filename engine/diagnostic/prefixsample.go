package diagnostic

import (
	"fmt"

	"rowproof/engine/rng/mlx"
)

// maxNucleusTopK bounds TopK where TopP is active: the original ranks the
// candidates by comparing each with each.
const maxNucleusTopK = 32

// PrefixSample is the original's sample_token_ids_from_mlx_logits, which draws
// one token for each row of a block. It is UNCHECKED, as upstream wrote it: a
// row with a NaN, with +Inf or with nothing but -Inf returns an ID like any
// other row, with no error and no mark. It is here to show that, and for
// nothing else; see the package comment.
//
// rows is a matrix of at least one row (a single row is 1 x V, as at both of
// the original's call sites). ok is false where the original returns None and
// its caller goes another way: TopK off while TopP is active. Otherwise there
// is one id a row:
//   - Temperature <= 0: the first maximum; a NaN in front stays the maximum;
//   - TopK <= 0: a draw from the whole vocabulary;
//   - else a draw from the TopK largest values (all, if TopK exceeds the
//     width), ties at the edge to the lowest ids, TopP measured on the mass of
//     the whole row.
//
// The original takes its key from MLX's global stream; key is what that stream
// hands out for this call. All rows share it. Nothing is drawn at Temperature
// <= 0 or when ok is false.
//
// Errors: ErrRows; ErrTopK if TopP is active and TopK and the width both exceed
// 32.
func PrefixSample(rows [][]float32, c Config, key mlx.Key) (ids []uint32, ok bool, err error) {
	if len(rows) == 0 || len(rows[0]) == 0 {
		return nil, false, fmt.Errorf("%w: nothing to sample from", ErrRows)
	}
	width := len(rows[0])
	for i, row := range rows {
		if len(row) != width {
			return nil, false, fmt.Errorf("%w: row %d has %d values, row 0 has %d", ErrRows, i, len(row), width)
		}
	}
	if c.Temperature <= 0 {
		for _, row := range rows {
			ids = append(ids, firstMax(row))
		}
		return ids, true, nil
	}
	if c.TopK <= 0 && c.nucleus() {
		return nil, false, nil
	}
	k := min(c.TopK, width)
	if c.nucleus() && k > maxNucleusTopK {
		return nil, false, fmt.Errorf("%w: %d candidates with top_p active, at most %d", ErrTopK, k, maxNucleusTopK)
	}

	var candidates [][]uint32
	var logits []float32
	for _, row := range rows {
		scaled := make([]float32, width)
		for i, v := range row {
			scaled[i] = v / float32(c.Temperature)
		}
		if c.TopK <= 0 {
			logits = append(logits, scaled...)
			continue
		}
		support, values := prefixSupport(scaled, k, c)
		candidates = append(candidates, support)
		logits = append(logits, values...)
	}
	ids, _, err = key.Categorical(logits, []int{len(rows), len(logits) / len(rows)}, 1, 0)
	if err != nil {
		return nil, false, err
	}
	for i, support := range candidates {
		ids[i] = support[ids[i]]
	}
	return ids, true, nil
}

// firstMax is MLX's argmax on the CPU.
func firstMax(row []float32) uint32 {
	best := 0
	for i, v := range row {
		if v > row[best] {
			best = i
		}
	}
	return uint32(best)
}
