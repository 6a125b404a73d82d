package generate

import (
	"fmt"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// Failure is a forward with a broken row. It wraps the *logits.NumericalError of
// its first one.
type Failure struct {
	Kind     model.Kind // what the forward was for
	Rows     int        // tokens of the forward; not all of them need have a row
	Row      int        // the first one with a broken row
	Round    int        // counted from 0: a token in plain decoding, a cycle with drafts
	Depth    int        // of a draft, from 1; 0 of other forwards
	Streamed int        // tokens streamed before
	Draws    int        // draws made before
	Err      *logits.NumericalError
}

func (f *Failure) Error() string {
	if f.Kind == model.Prefill {
		return f.Err.Error()
	}
	place := fmt.Sprintf("round %d", f.Round)
	if f.Kind == model.Draft {
		place += fmt.Sprintf(", depth %d", f.Depth)
	}
	return fmt.Sprintf("%v, %s, %s streamed before", f.Err, place, tokens(f.Streamed))
}

func tokens(n int) string {
	if n == 1 {
		return "1 token"
	}
	return fmt.Sprintf("%d tokens", n)
}

// Unwrap gives the numerical error.
func (f *Failure) Unwrap() error { return f.Err }
