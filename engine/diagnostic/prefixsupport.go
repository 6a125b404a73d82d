package diagnostic

import (
	"slices"

	"rowproof/engine/numeric"
)

// prefixSupport returns the candidates of one scaled row and their values in
// the order the draw walks them: by rank where TopP is active, those outside
// the nucleus at -Inf, else by id.
func prefixSupport(scaled []float32, k int, c Config) ([]uint32, []float32) {
	ids := lowestTied(scaled, k)
	values := take(scaled, ids)
	if !c.nucleus() {
		return sortBy(ids, ids, values)
	}
	ids, values = sortBy(ranks(ids, values), ids, values)
	for i, before := range massBefore(values, numeric.LogSumExp32(scaled)) {
		if i > 0 && !(before < float32(c.TopP)) {
			values[i] = negInf
		}
	}
	return ids, values
}

// lowestTied selects the k largest values, and among those tied at the edge the
// lowest ids. It returns them in partition order. A NaN at the edge (fewer than
// k numbers in the row) makes every comparison with it false, nothing is
// chosen, and the selection falls back on the first k ids.
func lowestTied(row []float32, k int) []uint32 {
	edges := take(row, topK(row, k))
	edge := slices.Min(edges) // NaN if any is, as in MLX
	room := k
	for _, v := range row {
		if v > edge {
			room--
		}
	}
	chosen := make([]float32, len(row))
	for i, v := range row {
		chosen[i] = negInf
		switch {
		case v > edge:
			chosen[i] = v
		case v == edge && room > 0:
			room--
			chosen[i] = v
		}
	}
	return topK(chosen, k)
}

// ranks counts for each candidate those that come before it: a larger value, or
// the same at a lower id. NaNs lose every comparison and share rank 0.
func ranks(ids []uint32, values []float32) []int {
	rank := make([]int, len(ids))
	for i, v := range values {
		for j, w := range values {
			if w > v || w == v && ids[j] < ids[i] {
				rank[i]++
			}
		}
	}
	return rank
}
