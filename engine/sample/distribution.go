package sample

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"rowproof/engine/logits"
	"rowproof/engine/numeric"
)

// ErrValue refuses arguments that cannot form a distribution, where the
// oracle raises a ValueError.
var ErrValue = errors.New("invalid distribution")

// Distribution is a choice of probabilities over a vocabulary: sparse (IDs and
// their mass) or dense (one mass per ID). It cannot be changed from outside.
type Distribution struct {
	width int
	ids   []int // nil if dense
	p     []float64
}

// NewSparse normalises mass over IDs of a vocabulary. Entries that are NaN or
// infinite count as zero; a finite negative one, an empty list, lists of
// different length, and IDs outside the vocabulary or named twice are an ErrValue. No positive mass is a
// *logits.NumericalError with the census of p.
func NewSparse(ids []int, p []float64, width int) (Distribution, error) {
	if err := validIDs(ids, width); err != nil {
		return Distribution{}, err
	}
	d := Distribution{}
	err := d.setSparse(ids, append([]float64(nil), p...), width)
	if err != nil {
		return Distribution{}, err
	}
	d.ids = append([]int(nil), ids...)
	return d, nil
}

// setSparse is NewSparse that keeps and overwrites its arguments.
func (d *Distribution) setSparse(ids []int, p []float64, width int) error {
	switch {
	case len(ids) != len(p):
		return fmt.Errorf("%d IDs with %d probabilities: %w", len(ids), len(p), ErrValue)
	case len(ids) == 0:
		return fmt.Errorf("no IDs: %w", ErrValue)
	}
	for i, v := range p {
		if v < 0 && !math.IsInf(v, 0) {
			return fmt.Errorf("probability %v of token %d is negative: %w", v, ids[i], ErrValue)
		}
	}
	// Counted now, because a failure reports the vector as it came.
	nans, infs := 0, 0
	for i, v := range p {
		switch {
		case math.IsNaN(v):
			nans++
		case math.IsInf(v, 0):
			infs++
		case v > 0:
			continue
		}
		p[i] = 0
	}
	total := numeric.SumPairwise(p)
	if !hasMass(total) {
		return &logits.NumericalError{Where: logits.WhereSparse, NaN: nans, Inf: infs, Width: len(p)}
	}
	for i := range p {
		p[i] /= total
	}
	d.width, d.ids, d.p = width, ids, p
	return nil
}

func validIDs(ids []int, width int) error {
	sorted := slices.Sorted(slices.Values(ids))
	for i, id := range sorted {
		if id < 0 || id >= width {
			return fmt.Errorf("token %d of a vocabulary of %d: %w", id, width, ErrValue)
		}
		if i > 0 && id == sorted[i-1] {
			return fmt.Errorf("token %d is named twice: %w", id, ErrValue)
		}
	}
	return nil
}

// OneHot is certainty about one token.
func OneHot(id, width int) (Distribution, error) { return NewSparse([]int{id}, []float64{1}, width) }

// NewDense takes one mass per ID as it is, not normalised and not judged: that is
// done where it is used. As an acceptance target it must be finite; a draw from
// it fails with an ErrValue unless it is a distribution.
func NewDense(p []float64) Distribution {
	return Distribution{width: len(p), p: append([]float64(nil), p...)}
}

// RestoreSparse takes mass that a Distribution once held, without normalising it
// again, which could move its last bits. Mass that is negative, not finite or
// nowhere positive, and lists of different length, are an ErrValue.
func RestoreSparse(ids []int, p []float64, width int) (Distribution, error) {
	if err := validIDs(ids, width); err != nil {
		return Distribution{}, err
	}
	if len(ids) != len(p) {
		return Distribution{}, fmt.Errorf("%d IDs with %d probabilities: %w", len(ids), len(p), ErrValue)
	}
	total := 0.0
	for i, v := range p {
		if !(v >= 0) || math.IsInf(v, 0) {
			return Distribution{}, fmt.Errorf("probability %v of token %d: %w", v, ids[i], ErrValue)
		}
		total += v
	}
	if total <= 0 {
		return Distribution{}, fmt.Errorf("no mass: %w", ErrValue)
	}
	return Distribution{width, append([]int(nil), ids...), append([]float64(nil), p...)}, nil
}

// Width is the size of the vocabulary.
func (d Distribution) Width() int { return d.width }

// Dense reports whether there is one entry per ID.
func (d Distribution) Dense() bool { return d.ids == nil }

// Entries returns copies of the IDs, in order, and their mass; a dense
// distribution returns nil IDs.
func (d Distribution) Entries() (ids []int, p []float64) {
	return append([]int(nil), d.ids...), append([]float64(nil), d.p...)
}

// Probability is the mass of one token.
func (d Distribution) Probability(id int) (float64, error) {
	if id < 0 || id >= d.width {
		return 0, fmt.Errorf("token %d of a vocabulary of %d: %w", id, d.width, ErrValue)
	}
	return d.mass(id), nil
}

func (d Distribution) mass(id int) float64 {
	if d.Dense() {
		return d.p[id]
	}
	for i, own := range d.ids {
		if own == id {
			return d.p[i]
		}
	}
	return 0
}

// dense spreads a sparse distribution over the vocabulary.
func (d Distribution) dense() []float64 {
	if d.Dense() {
		return d.p
	}
	p := make([]float64, d.width)
	for i, id := range d.ids {
		p[id] = d.p[i]
	}
	return p
}

// clone detaches a distribution from the buffers it was made in.
func (d Distribution) clone() Distribution {
	d.p = append([]float64(nil), d.p...)
	if d.ids != nil {
		d.ids = append([]int(nil), d.ids...)
	}
	return d
}
