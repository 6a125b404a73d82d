package modelmake

import (
	"errors"
	"fmt"
)

// ErrOptions refuses options that make no model; it is an [OptionError].
var ErrOptions = errors.New("unusable option")

// ErrTarget refuses a target that is there already, or that cannot be written.
var ErrTarget = errors.New("unusable target")

// ErrNote refuses a folder whose build_note.json is missing or not sound.
var ErrNote = errors.New("no usable build_note.json")

// ErrModel refuses a folder without an embedding that poison can be written to.
var ErrModel = errors.New("not a folder to poison")

// OptionError says which option makes no model, and why.
type OptionError struct {
	Option string // by its name in build_note.json, or "poison"
	Reason string
}

func (e *OptionError) Error() string { return fmt.Sprintf("%v %s: %s", ErrOptions, e.Option, e.Reason) }

func (e *OptionError) Unwrap() error { return ErrOptions }

func refuse(option, format string, args ...any) error {
	return &OptionError{option, fmt.Sprintf(format, args...)}
}
