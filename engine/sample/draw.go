package sample

import (
	"fmt"

	"rowproof/engine/numeric"
	"rowproof/engine/rng/numpy"
)

// Draw picks a token with exactly one double from the stream.
func Draw(d Distribution, stream *numpy.Generator) (int, error) {
	p := d.p
	if d.Dense() {
		p = make([]float64, len(d.p))
	}
	return drawInto(p, d, stream)
}

// drawInto is Draw with a buffer for the normalised mass of a dense
// distribution: the oracle divides by the sum once more before it draws.
func drawInto(p []float64, d Distribution, stream *numpy.Generator) (int, error) {
	if d.Dense() {
		total := numeric.SumPairwise(d.p)
		for i, v := range d.p {
			p[i] = v / total
		}
	}
	i, err := stream.Choice(p)
	if err != nil {
		return 0, fmt.Errorf("draw: %w: %w", ErrValue, err)
	}
	if d.Dense() {
		return i, nil
	}
	return d.ids[i], nil
}
