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
	Streamed int        // tokens streamed before
	Draws    int        // draws made before
	Err      *logits.NumericalError
}

func (f *Failure) Error() string {
	return fmt.Sprintf("%v, %d tokens streamed before", f.Err, f.Streamed)
}

// Unwrap gives the numerical error.
func (f *Failure) Unwrap() error { return f.Err }
