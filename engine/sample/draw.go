package sample

import (
	"fmt"

	"rowproof/engine/numeric"
)

// Draw picks a token with exactly one double from the stream.
func Draw(d Distribution, stream Stream) (int, error) {
	return new(drawer).draw(d, stream)
}

// drawer holds the buffers of a draw from a dense distribution.
type drawer struct {
	ids []int
	p   []float64
}

func (w *drawer) draw(d Distribution, stream Stream) (int, error) {
	ids, p := d.ids, d.p
	if d.Dense() {
		// The oracle divides by the sum once more before it draws. Zeros are
		// left out: they hold no part of the cumulative sum.
		total := numeric.SumPairwise(d.p)
		w.ids, w.p = resize(w.ids, len(d.p)), resize(w.p, len(d.p))
		n := 0
		for id, v := range d.p {
			// Written always, kept sometimes: no branch to mispredict.
			w.ids[n], w.p[n] = id, v
			if v != 0 {
				n++
			}
		}
		ids, p = w.ids[:n], w.p[:n]
		for i := range p {
			p[i] /= total
		}
	}
	i, err := stream.Choice(p)
	if err != nil {
		return 0, fmt.Errorf("draw: %w: %w", ErrValue, err)
	}
	return ids[i], nil
}
