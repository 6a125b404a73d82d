package logits

import (
	"errors"
	"fmt"
	"math"
)

// ErrNumerical is what every *NumericalError is.
var ErrNumerical = errors.New("non-finite logits")

// ErrWidth refuses a row without logits.
var ErrWidth = errors.New("a row needs at least one logit")

// NumericalError says that a row, or the probability mass made from it, is not
// a basis for choosing a token.
type NumericalError struct {
	Where    string // the reader: "greedy argmax", "softmax", "SparseDistribution", "acceptance"
	Boundary string // the place in the generation, where known: "prefill", "verify row 2"
	NaN      int    // how many values are NaN
	Inf      int    // how many are infinite, of either sign: legal masks count too
	Width    int    // how many values there are
}

func (e *NumericalError) Error() string {
	at := ""
	if e.Boundary != "" {
		at = " at " + e.Boundary
	}
	return fmt.Sprintf("%v in %s%s (nan=%d, inf=%d, vocab=%d)", ErrNumerical, e.Where, at, e.NaN, e.Inf, e.Width)
}

// Unwrap makes errors.Is(err, ErrNumerical) true.
func (e *NumericalError) Unwrap() error { return ErrNumerical }

// NewNumericalError takes the census of values that are not a row: a vector of
// probabilities.
func NewNumericalError(where string, values []float64) *NumericalError {
	e := &NumericalError{Where: where, Width: len(values)}
	for _, v := range values {
		e.count(v)
	}
	return e
}

func (e *NumericalError) count(v float64) {
	switch {
	case math.IsNaN(v):
		e.NaN++
	case math.IsInf(v, 0):
		e.Inf++
	}
}
