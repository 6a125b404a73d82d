package harness

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sourcegraph/conc/panics"

	"rowproof/oracle"
)

// panicError is a panic of an engine, caught for the one case it belongs to.
type panicError struct{ *panics.Recovered }

// Error is the value of the panic and the stack it left: a person has to find the place.
func (p *panicError) Error() string { return fmt.Sprintf("%v\n%s", p.Value, p.Stack) }

// Ask puts one case to an engine and gives the verdict with the JSON of all its parts.
// Like Replay it calls Config first and does not close the engine; an error says that
// the case could not be asked.
func Ask(ctx context.Context, e Engine, c *oracle.Case) (*Verdict, error) {
	if _, err := e.Config(ctx); err != nil {
		return nil, fmt.Errorf("the engine gives no configuration: %w", err)
	}
	v := verdictOn(ctx, e, c, DefaultDeadline)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return &v, nil
}

// verdictOn asks and judges. When ctx ends meanwhile the verdict means nothing.
func verdictOn(ctx context.Context, e Engine, c *oracle.Case, deadline time.Duration) Verdict {
	expected, err := oracle.Expect(c)
	if err != nil {
		v := newVerdict(c)
		v.Outcome, v.Fault, v.Message = Differ, Undeclared, err.Error()
		return v
	}
	begun := time.Now()
	seen, err := ask(ctx, e, c, deadline)
	elapsed := time.Since(begun)
	v := Judge(c, expected, seen, err)
	v.Elapsed = elapsed
	return v
}

type answer struct {
	out oracle.Output
	err error
}

// ask puts one case to the engine and waits for it no longer than deadline, or as long
// as a SelfTimed engine takes. The engine works in a goroutine of its own, because one
// that hangs may not listen to its context either: then the goroutine is given up with
// its case, and the run goes on.
//
// When ctx ends first the error is ctx's own, not an outcome.
func ask(ctx context.Context, e Engine, c *oracle.Case, deadline time.Duration) (oracle.Output, error) {
	bounded := ctx
	if _, ok := e.(SelfTimed); !ok {
		var cancel context.CancelFunc
		bounded, cancel = context.WithTimeout(ctx, deadline)
		defer cancel()
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		if r := panics.Try(func() { a.out, a.err = e.Answer(bounded, c) }); r != nil {
			a = answer{err: &panicError{r}}
		}
		done <- a
	}()
	select {
	case a := <-done:
		return a.out, timeOut(ctx, bounded, a.err, deadline)
	case <-bounded.Done():
		return nil, timeOut(ctx, bounded, bounded.Err(), deadline)
	}
}

// timeOut says in plain words that the deadline passed, if that is what err is.
func timeOut(ctx, bounded context.Context, err error, deadline time.Duration) error {
	if err == nil || ctx.Err() != nil || !errors.Is(err, bounded.Err()) || bounded.Err() == nil {
		return err
	}
	return fmt.Errorf("no answer within %s: %w", deadline, bounded.Err())
}
