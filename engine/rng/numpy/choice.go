package numpy

import (
	"errors"
	"fmt"
	"math"
)

// ErrProbabilities refuses weights that are not a distribution; nothing is
// drawn then.
var ErrProbabilities = errors.New("not a probability distribution")

// choiceTolerance is how far the sum may be from 1: sqrt of float64's epsilon.
const choiceTolerance = 0x1p-26

// Choice draws an index with the given probabilities as
// Generator.choice(len(p), p=p) does: exactly one double, also where only one
// index is possible, looked up in the sequential cumulative sum divided by its
// last entry.
func (g *Generator) Choice(p []float64) (int, error) {
	if len(p) == 0 {
		return 0, fmt.Errorf("no weights: %w", ErrProbabilities)
	}
	var total, carry, last float64
	for i, v := range p {
		if !(v >= 0) {
			return 0, fmt.Errorf("weight %d is %v: %w", i, v, ErrProbabilities)
		}
		// Kahan's sum for the check, a plain one for the table.
		y := v - carry
		t := total + y
		carry = (t - total) - y
		total = t
		last += v
	}
	if !(math.Abs(total-1) <= choiceTolerance) {
		return 0, fmt.Errorf("weights add up to %v: %w", total, ErrProbabilities)
	}
	u := g.Float64()
	var sum float64
	for i, v := range p {
		sum += v
		if sum/last > u {
			return i, nil
		}
	}
	// Not reachable: the last quotient is exactly 1 and u is below 1.
	return len(p) - 1, nil
}
