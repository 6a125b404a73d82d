package mlx

import (
	"errors"
	"fmt"
	"slices"
)

// ErrShape says that a shape, axis or count does not describe the logits.
var ErrShape = errors.New("shape does not fit the logits")

// Categorical is mx.random.categorical over float32 logits: for every position
// beside axis it draws one index along axis, or samples of them if samples > 0.
// logits is row-major of the given shape. The ids come flattened with their
// shape: the given one without axis, and with samples, if any, as last
// dimension; a nil shape is a scalar.
//
// MLX has two algorithms and so do we: a single row that yields an array (not a
// scalar) is drawn by inverting its cumulative mass, everything else by adding
// Gumbel noise and taking the maximum. Neither ever fails on a broken row: a
// NaN or a row of -Inf gives an index like any other. Errors wrap ErrShape.
func (k Key) Categorical(logits []float32, shape []int, axis, samples int) ([]uint32, []int, error) {
	if axis < 0 || axis >= len(shape) || samples < 0 {
		return nil, nil, fmt.Errorf("%w: axis %d of %v, %d samples", ErrShape, axis, shape, samples)
	}
	outer, inner := 1, 1
	for d, n := range shape {
		switch {
		case n < 1:
			return nil, nil, fmt.Errorf("%w: %v is empty or negative", ErrShape, shape)
		case d < axis:
			outer *= n
		case d > axis:
			inner *= n
		}
	}
	n := shape[axis]
	if outer*n*inner != len(logits) {
		return nil, nil, fmt.Errorf("%w: %v for %d values", ErrShape, shape, len(logits))
	}

	out := slices.Delete(slices.Clone(shape), axis, axis+1)
	if samples > 0 {
		out = append(out, samples)
	}
	if len(out) == 0 {
		return k.gumbelMax(logits, outer, n, inner, 1), nil, nil
	}
	repeat := max(samples, 1)
	if outer*inner == 1 {
		return k.inverseCDF(logits, repeat), out, nil
	}
	return k.gumbelMax(logits, outer, n, inner, repeat), out, nil
}
