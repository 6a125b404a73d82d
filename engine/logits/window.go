package logits

import (
	"errors"
	"fmt"
)

// CheckAll judges every row of one call (a batch, a verify window, a copied
// block) before any of them is read: a healthy row must not hide a broken
// neighbour. The error is that of the first broken row in the given order, and
// its Boundary says which one that is.
// penalties is nil, or has one entry per row.
func CheckAll(rows []Row, penalties []*Penalties, route Route) ([]Checked, error) {
	if penalties != nil && len(penalties) != len(rows) {
		return nil, fmt.Errorf("%d penalties for %d rows: %w", len(penalties), len(rows), ErrPenalty)
	}
	checked := make([]Checked, len(rows))
	var w Workspace
	for i, row := range rows {
		var p *Penalties
		if penalties != nil {
			p = penalties[i]
		}
		w.patches = nil // each verdict keeps its own
		c, err := w.Check(row, p, route)
		if err != nil {
			if broken := (*NumericalError)(nil); errors.As(err, &broken) {
				broken.Boundary = fmt.Sprintf("row %d of %d", i, len(rows))
				return nil, broken
			}
			return nil, fmt.Errorf("row %d of %d: %w", i, len(rows), err)
		}
		checked[i] = c
	}
	return checked, nil
}
