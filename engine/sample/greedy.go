package sample

import (
	"errors"
	"fmt"

	"rowproof/engine/logits"
)

// ErrUnchecked refuses the zero value of logits.Checked.
var ErrUnchecked = errors.New("row was not checked")

// Greedy is the token with the highest logit, the lowest ID among ties.
func Greedy(row logits.Checked) (int, error) {
	if err := ready(row, logits.Greedy); err != nil {
		return 0, err
	}
	return row.Argmax(), nil
}

// ErrRoute refuses a row that was checked for another reader: penalties are
// subtracted in the arithmetic of the reader, so its verdict is another one.
var ErrRoute = errors.New("row was checked for another reader")

// ready refuses a row that no check has made, or one for another reader.
func ready(row logits.Checked, route logits.Route) error {
	if row.Width() == 0 {
		return ErrUnchecked
	}
	if row.Route() != route {
		return fmt.Errorf("%v row for the %v reader: %w", row.Route(), route, ErrRoute)
	}
	return nil
}

// readyAll is ready for the rows of one call, which have one width.
func readyAll(rows []logits.Checked, route logits.Route) error {
	if len(rows) == 0 {
		return fmt.Errorf("no rows: %w", ErrValue)
	}
	for i, row := range rows {
		if err := ready(row, route); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
		if row.Width() != rows[0].Width() {
			return fmt.Errorf("row %d has %d logits, row 0 has %d: %w", i, row.Width(), rows[0].Width(), ErrValue)
		}
	}
	return nil
}
