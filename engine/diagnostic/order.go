package diagnostic

import (
	"cmp"
	"math"
	"slices"

	"rowproof/engine/numeric"
)

var negInf = float32(math.Inf(-1))

// topK returns the ids of the k largest values of row in the order in which a
// partition of the negated row leaves them, which is not sorted. NaN comes
// last. k is within 1..len(row).
func topK(row []float32, k int) []uint32 {
	keys := make([]float32, len(row))
	for i, v := range row {
		keys[i] = -v
	}
	return numeric.ArgPartition(keys, k-1)[:k]
}

// take returns the values of row at ids.
func take(row []float32, ids []uint32) []float32 {
	values := make([]float32, len(ids))
	for i, id := range ids {
		values[i] = row[id]
	}
	return values
}

// sortBy returns ids and values reordered by ascending keys, one key for each;
// NaN last, equal keys as they stood.
func sortBy[K int | uint32 | float32](keys []K, ids []uint32, values []float32) ([]uint32, []float32) {
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := keys[a], keys[b]
		if x != x || y != y {
			// cmp.Compare puts NaN first; turned round it puts NaN last.
			return cmp.Compare(y, x)
		}
		return cmp.Compare(x, y)
	})
	sortedIDs, sorted := make([]uint32, len(ids)), make([]float32, len(values))
	for to, from := range order {
		sortedIDs[to], sorted[to] = ids[from], values[from]
	}
	return sortedIDs, sorted
}

// massBefore returns for each value, ranked best first, the float32 mass of
// those before it on the distribution with log-normaliser total. It is a
// running sum that includes the value, minus the value: not the sum one short.
func massBefore(ranked []float32, total float32) []float32 {
	before := make([]float32, len(ranked))
	sum := float32(0)
	for i, v := range ranked {
		p := numeric.Exp32(v - total)
		sum += p
		before[i] = sum - p
	}
	return before
}
