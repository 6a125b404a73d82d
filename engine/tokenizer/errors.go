package tokenizer

import (
	"errors"
	"fmt"
)

// ErrFormat says that a file is not a sound tokenizer.json.
var ErrFormat = errors.New("not a sound tokenizer.json")

// ErrUnsupported says that a file has a part that is not implemented here.
var ErrUnsupported = errors.New("not supported")

// ErrText says that a text has no encoding: it is not valid UTF-8, the
// vocabulary lacks one of its bytes, it has more than some 700 MB, or a pattern
// of the file takes too long on it.
var ErrText = errors.New("text cannot be encoded")

func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrFormat, fmt.Sprintf(format, args...))
}

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsupported, fmt.Sprintf(format, args...))
}

// in names the part of the file that an error is about.
func in(part string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", part, err)
}
