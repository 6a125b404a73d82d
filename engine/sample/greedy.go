package sample

import (
	"errors"

	"rowproof/engine/logits"
)

// ErrUnchecked refuses the zero value of logits.Checked.
var ErrUnchecked = errors.New("row was not checked")

// Greedy is the token with the highest logit, the lowest ID among ties.
func Greedy(row logits.Checked) (int, error) {
	if row.Width() == 0 {
		return 0, ErrUnchecked
	}
	return row.Argmax(), nil
}
