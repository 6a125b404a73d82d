package diagnostic

import "rowproof/engine/rng/mlx"

// Invalid is the token of a broken row: no vocabulary has it.
const Invalid = -1

// LazySample is the original's _mx_lazy_sample: one token of the row shaped by
// LazyShape, drawn under key, or Invalid if the row holds a NaN or its maximum
// is infinite. Errors are those of LazyShape.
func LazySample(row []float32, c Config, key mlx.Key) (int, error) {
	shape, err := LazyShape(row, c)
	if err != nil {
		return Invalid, err
	}
	if shape.Bad {
		return Invalid, nil
	}
	// One row of a matrix, not a vector: MLX draws the two differently.
	at, _, err := key.Categorical(shape.LogWeights, []int{1, len(shape.LogWeights)}, 1, 0)
	if err != nil {
		return Invalid, err
	}
	return int(shape.IDs[at[0]]), nil
}
