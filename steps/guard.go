package steps

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sourcegraph/conc/panics"
)

var (
	// ErrDeadline marks a scenario that was given up.
	ErrDeadline = errors.New("scenario is past its deadline")
	// ErrPanic marks a step that panicked.
	ErrPanic = errors.New("step panicked")
)

// guard bounds the steps of one scenario.
type guard struct {
	limit    time.Duration
	deadline time.Time
}

func newGuard(limit time.Duration) guard { return guard{limit, time.Now().Add(limit)} }

// call runs f and waits no longer than the scenario's deadline. f works in a
// goroutine of its own, because a step that hangs may not listen to its context
// either: then the goroutine is given up with its scenario.
func (g guard) call(ctx context.Context, f func(context.Context) error) error {
	bounded, cancel := context.WithDeadline(ctx, g.deadline)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		var err error
		if r := panics.Try(func() { err = f(bounded) }); r != nil {
			err = fmt.Errorf("%w: %v\n%s", ErrPanic, r.Value, r.Stack)
		}
		done <- err
	}()
	var err error
	select {
	case err = <-done:
	case <-bounded.Done():
		err = bounded.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return fmt.Errorf("%w of %s: %w", ErrDeadline, g.limit, err)
	}
	return err
}
