package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sourcegraph/conc/panics"

	"rowproof/harness"
	"rowproof/oracle"
)

// errSilent is an engine that returned neither an answer nor an error.
var errSilent = errors.New("the engine returned neither an answer nor an error")

// errOther is an answer that repeats its question in another form.
var errOther = errors.New("the answer is one to another question")

// ask puts the question of a case to an engine and gives a new case with the answer
// as its record. The engine gets a copy: what it does to it stays its own.
func ask(ctx context.Context, e harness.Engine, c *oracle.Case, deadline time.Duration) (*oracle.Case, error) {
	question, err := oracle.CopyInput(c)
	if err != nil {
		return nil, err
	}
	out, err := answer(ctx, e, question, deadline)
	if err != nil {
		return nil, err
	}
	answered := *c
	answered.Out = out
	if err := readsBack(&answered); err != nil {
		return nil, err
	}
	return &answered, nil
}

// answer waits no longer than the deadline, also for an engine that does not listen
// to its context, unless the engine keeps time itself. A panic becomes an error.
func answer(ctx context.Context, e harness.Engine, c *oracle.Case, deadline time.Duration) (oracle.Output, error) {
	if _, ok := e.(harness.SelfTimed); !ok {
		bounded, cancel := context.WithTimeout(ctx, deadline)
		defer cancel()
		ctx = bounded
	}
	type reply struct {
		out oracle.Output
		err error
	}
	done := make(chan reply, 1)
	go func() {
		var r reply
		if p := panics.Try(func() { r.out, r.err = e.Answer(ctx, c) }); p != nil {
			r.err = fmt.Errorf("the engine panicked: %v", p.Value)
		}
		done <- r
	}()
	select {
	case r := <-done:
		if r.err == nil && r.out == nil {
			r.err = errSilent
		}
		return r.out, r.err
	case <-ctx.Done():
		return nil, fmt.Errorf("no answer: %w", ctx.Err())
	}
}

// readsBack proves that the strict reader takes the case as a receipt. That also
// refuses an answer that is none: one of another kind of case, or with a part
// missing.
func readsBack(c *oracle.Case) (err error) {
	if p := panics.Try(func() { err = readBack(c) }); p != nil {
		return fmt.Errorf("the answer is no outcome: %v", p.Value)
	}
	return err
}

func readBack(c *oracle.Case) error {
	var text bytes.Buffer
	one := &oracle.File{Header: newHeader(harness.Info{}, c.Group, 0), Cases: []*oracle.Case{c}}
	if err := oracle.Write(&text, one); err != nil {
		return err
	}
	again, err := oracle.Read(&text, "answer")
	var format *oracle.FormatError
	if errors.As(err, &format) {
		return fmt.Errorf("the answer is no record: %w", format.Err)
	}
	if err != nil {
		return err
	}
	if !sameQuestion(c, again.Cases[0]) { // an rng receipt has its calls in the answer
		return errOther
	}
	return nil
}
