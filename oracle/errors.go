package oracle

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrFormat marks a line that is not a receipt: no JSON, an unknown field,
	// schema, group, kind or entry, a missing field, a wrong type, a value
	// outside its range, trailing data, or an id that was used before.
	ErrFormat = errors.New("not a receipt")
	// ErrTruncated marks a file that holds fewer or more lines than its header
	// declares.
	ErrTruncated = errors.New("wrong number of cases")
	// ErrDigest marks a row whose recipe does not produce the recorded sha256.
	ErrDigest = errors.New("row does not match its sha256")
)

// FormatError says where in which file a receipt was refused. It wraps one of
// ErrFormat, ErrTruncated and ErrDigest, or the read error of the file.
type FormatError struct {
	File string // as given to Read or ReadFile
	Line int    // 1 is the header; 0 when no line is to blame
	Case string // id of the case, "" when it could not be read
	Err  error
}

func (e *FormatError) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.Case != "" {
		fmt.Fprintf(&b, ": case %s", e.Case)
	}
	return b.String() + ": " + e.Err.Error()
}

func (e *FormatError) Unwrap() error { return e.Err }

// badf makes an error that wraps ErrFormat.
func badf(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrFormat}, args...)...)
}
