package safetensors

import (
	"errors"
	"fmt"

	"rowproof/internal/regular"
)

// ErrFormat is what every *FormatError is.
var ErrFormat = errors.New("not valid safetensors")

// What may be wrong. Each is wrapped by a *FormatError.
var (
	ErrFile      = regular.ErrFile
	ErrHeader    = errors.New("invalid header")
	ErrDuplicate = errors.New("given twice")
	ErrDType     = errors.New("unknown dtype")
	ErrShape     = errors.New("shape does not fit")
	ErrOffsets   = errors.New("tensors do not cover the data exactly")
)

// FormatError refuses a file, or tensors to be written as one.
type FormatError struct {
	File   string // as given to Open; empty when writing
	Tensor string // empty if no single tensor is at fault
	Err    error  // wraps one of the errors above
}

func (e *FormatError) Error() string {
	at := ""
	if e.File != "" {
		at = e.File + ": "
	}
	if e.Tensor != "" {
		// A hostile name may be as long as the header.
		at += fmt.Sprintf("tensor %.200q: ", e.Tensor)
	}
	return at + e.Err.Error()
}

// Is makes errors.Is(err, ErrFormat) true.
func (e *FormatError) Is(target error) bool { return target == ErrFormat }

// Unwrap gives the reason.
func (e *FormatError) Unwrap() error { return e.Err }
