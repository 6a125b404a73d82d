package sample

// Stream is where draws come from: engine/rng/numpy.Generator, or one that
// watches it.
type Stream interface {
	// Float64 draws a double in [0, 1).
	Float64() float64
	// Choice draws an index with the given probabilities, with exactly one double.
	// An error draws nothing.
	Choice(p []float64) (int, error)
}
