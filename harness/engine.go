package harness

import (
	"context"
	"errors"

	"rowproof/oracle"
)

// Engine is anything that answers cases: ours in-process, or one behind a pipe.
//
// Replay calls Answer from several goroutines at once.
type Engine interface {
	// Config names the engine. It may be called more than once, and is
	// called before the first Answer.
	Config(ctx context.Context) (Info, error)
	// Answer gives the engine's outputs for the input of a case. c.Out is the
	// record and not the engine's business: it must not look at it. An error is
	// about the engine (it does not know this kind of case: ErrUnsupported; it
	// broke down: anything else). A refusal of the row is not an error but an
	// output.
	Answer(ctx context.Context, c *oracle.Case) (oracle.Output, error)
	// Close ends the engine; no Answer may follow.
	Close() error
}

// SelfTimed is an engine that keeps the deadline of a case itself, because only it
// knows when the case began: behind a pipe one may have to wait for a process that is
// busy, or starts again. Its Answer returns by itself, and the harness sets no deadline.
type SelfTimed interface{ SelfTimed() }

// Info is how an engine names itself in a report.
type Info struct {
	Name    string
	Version string
	Details map[string]string
}

// ErrUnsupported marks a case that the engine does not claim to answer. It is an
// outcome of its own, neither right nor wrong.
var ErrUnsupported = errors.New("not supported by this engine")

// Unsupported is an error that wraps ErrUnsupported and carries the engine's reason.
func Unsupported(reason string) error { return unsupported(reason) }

type unsupported string

func (u unsupported) Error() string {
	if u == "" {
		return ErrUnsupported.Error()
	}
	return string(u)
}

func (unsupported) Is(target error) bool { return target == ErrUnsupported }
