package logits

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// ErrPenalty refuses penalties that do not fit the row: an ID outside the
// vocabulary or one that is named twice.
var ErrPenalty = errors.New("penalty does not fit the row")

// penaltyLimit bounds presence and frequency, as in OpenAI's API.
const penaltyLimit = 2

// Count says how often a token occurs in the completion so far.
type Count struct{ ID, N int }

// Bias is a value to subtract from one token's logit.
type Bias struct {
	ID    int
	Value float64
}

// Penalties are additive corrections of raw logits, before temperature:
//
//	logit[id] -= frequency*count + presence*(count > 0), then -= overlay
//
// Presence and frequency are clamped to [-2, 2]; the overlay is not. A negative
// ID counts from the end of the vocabulary.
type Penalties struct {
	Presence, Frequency float64
	Counts              []Count
	Overlay             []Bias
}

// patch is a logit as it is after penalties. Values of dtype routes are exact
// in float64.
type patch struct {
	id    int
	value float64
}

// patch appends the penalised logits of a row to dst, in order of ID.
func (p *Penalties) patch(dst []patch, row Row, route Route) ([]patch, error) {
	if p == nil {
		return dst, nil
	}
	presence, frequency := clamp(p.Presence), clamp(p.Frequency)
	if presence != 0 || frequency != 0 {
		for _, c := range p.Counts {
			id, err := position(c.ID, row.Width())
			if err != nil {
				return nil, err
			}
			delta := float64(frequency * float64(c.N))
			if c.N > 0 {
				delta += presence
			}
			dst = append(dst, patch{id, route.subtract(row, float64(row.at(id)), delta)})
		}
		if err := sortPatches(dst); err != nil {
			return nil, err
		}
	}
	counted := len(dst)
	for _, b := range p.Overlay {
		id, err := position(b.ID, row.Width())
		if err != nil {
			return nil, err
		}
		// A second subtraction with a rounding of its own, not one summed delta.
		if i, found := slices.BinarySearchFunc(dst[:counted], id, func(p patch, id int) int { return cmp.Compare(p.id, id) }); found {
			dst[i].value = route.subtract(row, dst[i].value, b.Value)
			continue
		}
		dst = append(dst, patch{id, route.subtract(row, float64(row.at(id)), b.Value)})
	}
	if err := sortPatches(dst); err != nil {
		return nil, err
	}
	return dst, nil
}

// clamp bounds a penalty; a NaN stays one and will fail the row.
func clamp(p float64) float64 {
	switch {
	case p < -penaltyLimit:
		return -penaltyLimit
	case p > penaltyLimit:
		return penaltyLimit
	}
	return p
}

func position(id, width int) (int, error) {
	at := id
	if at < 0 {
		at += width
	}
	if at < 0 || at >= width {
		return 0, fmt.Errorf("token %d of a vocabulary of %d: %w", id, width, ErrPenalty)
	}
	return at, nil
}

func sortPatches(p []patch) error {
	slices.SortFunc(p, func(a, b patch) int { return cmp.Compare(a.id, b.id) })
	for i := 1; i < len(p); i++ {
		if p[i].id == p[i-1].id {
			return fmt.Errorf("token %d is named twice: %w", p[i].id, ErrPenalty)
		}
	}
	return nil
}
