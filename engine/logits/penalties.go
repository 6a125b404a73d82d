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

// patch appends the penalised logits of a row to dst, in order of ID. Counts are
// not looked at where presence and frequency are zero.
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
			if c.N < 0 {
				return nil, fmt.Errorf("token %d was counted %d times: %w", c.ID, c.N, ErrPenalty)
			}
			delta := float64(frequency * float64(c.N))
			if c.N > 0 {
				delta += presence
			}
			dst = append(dst, patch{id, route.subtract(row, float64(row.at(id)), delta)})
		}
		if err := sortDistinct(dst); err != nil {
			return nil, err
		}
	}
	counted := len(dst)
	for _, b := range p.Overlay {
		id, err := position(b.ID, row.Width())
		if err != nil {
			return nil, err
		}
		dst = append(dst, patch{id, b.Value})
	}
	if err := sortDistinct(dst[counted:]); err != nil {
		return nil, err
	}
	return overlay(dst, counted, row, route), nil
}

// overlay subtracts the biases after the first counted patches: from the patch
// of the same token if there is one, a second subtraction with a rounding of its
// own, else from the row.
func overlay(dst []patch, counted int, row Row, route Route) []patch {
	kept := dst[:counted]
	for _, bias := range dst[counted:] {
		if i := firstPatch(dst[:counted], bias.id); i < counted && dst[i].id == bias.id {
			dst[i].value = route.subtract(row, dst[i].value, bias.value)
			continue
		}
		// Never ahead of the loop: at most one patch is kept per bias read.
		kept = append(kept, patch{bias.id, route.subtract(row, float64(row.at(bias.id)), bias.value)})
	}
	slices.SortFunc(kept, byID)
	return kept
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

// position is the place of an ID; a negative one counts from the end.
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

func byID(a, b patch) int { return cmp.Compare(a.id, b.id) }

// sortDistinct sorts by ID and refuses an ID that is there twice.
func sortDistinct(p []patch) error {
	slices.SortFunc(p, byID)
	for i := 1; i < len(p); i++ {
		if p[i].id == p[i-1].id {
			return fmt.Errorf("token %d is named twice: %w", p[i].id, ErrPenalty)
		}
	}
	return nil
}
