package diagnostic

import (
	"fmt"
	"math"

	"rowproof/engine/numeric"
)

// Shape is one row after shaping: the TopK ids by falling value and their
// temperature-scaled logits, those outside the nucleus set to -Inf. Bad says
// that the row holds a NaN or that its maximum is infinite; the other two are
// then without meaning, though still what the original computes.
type Shape struct {
	IDs        []uint32
	LogWeights []float32
	Bad        bool
}

// LazyShape is the original's _mx_lazy_shape. Tied ids keep the order in which
// the partition left them. Temperatures below 1e-6, negative ones too, count as
// 1e-6; a TopP outside (0, 1) keeps every candidate, otherwise at least one.
//
// TopK outside 1..len(row) is ErrTopK. (The original kills its process on 0.)
//
// A row whose scaled values overflow float32 is not flagged: its candidates tie
// at +Inf, and the first of them need not be the largest value.
func LazyShape(row []float32, c Config) (Shape, error) {
	if c.TopK < 1 || c.TopK > len(row) {
		return Shape{}, fmt.Errorf("%w: %d for a row of %d", ErrTopK, c.TopK, len(row))
	}
	scale := float32(1 / max(c.Temperature, 1e-6))
	ids := topK(row, c.TopK)
	values := take(row, ids)
	numeric.Scale32(values, values, scale)
	falling := make([]float32, len(values))
	for i, v := range values {
		falling[i] = -v
	}
	ids, values = sortBy(falling, ids, values)

	if c.nucleus() {
		scaled := make([]float32, len(row))
		numeric.Scale32(scaled, row, scale)
		keep := 0
		for _, before := range massBefore(values, numeric.LogSumExp32(scaled)) {
			if before < float32(c.TopP) {
				keep++
			}
		}
		for i := max(keep, 1); i < len(values); i++ {
			values[i] = negInf
		}
	}
	return Shape{IDs: ids, LogWeights: values, Bad: bad(row)}, nil
}

func bad(row []float32) bool {
	top := numeric.Max32(row)
	return top != top || math.IsInf(float64(top), 0)
}
