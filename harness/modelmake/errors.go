package modelmake

import (
	"errors"
	"fmt"
)

// ErrOptions refuses options that make no model: the error names the option.
var ErrOptions = errors.New("unusable option")

// ErrTarget refuses to write where something is already.
var ErrTarget = errors.New("the target is not an empty folder")

// ErrNote refuses a folder whose build_note.json is missing or not sound.
var ErrNote = errors.New("no usable build_note.json")

// ErrModel refuses a folder without an embedding that poison can be written to.
var ErrModel = errors.New("not a folder to poison")

func refuse(option, format string, args ...any) error {
	return fmt.Errorf("%w %s: %s", ErrOptions, option, fmt.Sprintf(format, args...))
}
