package sample

import (
	"errors"

	"rowproof/engine/logits"
)

// ErrUnchecked refuses the zero value of logits.Checked.
var ErrUnchecked = errors.New("row was not checked")

// Greedy is the token with the highest logit, the lowest ID among ties.
func Greedy(row logits.Checked) (int, error) {
	if err := unchecked(row); err != nil {
		return 0, err
	}
	return row.Argmax(), nil
}

// unchecked refuses a row that no check has made.
func unchecked(row logits.Checked) error {
	if row.Width() == 0 {
		return ErrUnchecked
	}
	return nil
}
