package e2e

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sourcegraph/conc/panics"

	"rowproof/engine/model"
	"rowproof/harness"
	"rowproof/oracle/e2e"
)

// answer is what a record came to on our side: the outcome expected, which can hang on
// the engine's own rows, and what was seen.
type answer struct {
	expected e2e.Expected
	seen     map[string]any // by part
	compared int            // of a bfloat16 record: tokens
}

// verdict runs a record and judges it.
func (r *run) verdict(t task) (harness.Verdict, measured) {
	v := harness.Verdict{
		ID: t.record.ID, Group: t.record.Kind, Kind: t.record.Title, Entry: entry(t.record), File: t.record.File, Line: t.record.Line,
	}
	dir, err := r.models.find(t.meta)
	if err != nil {
		v.Outcome, v.Message = harness.NotSupported, err.Error()
		return v, measured{}
	}
	begun := time.Now()
	a, err := r.ask(dir, t.record)
	v.Elapsed = time.Since(begun)
	if err != nil {
		v.Outcome, v.Fault, v.Message = harness.Differ, faultOf(err), err.Error()
		return v, measured{}
	}
	return v, judge(&v, a)
}

// entry is the oracle's function.
func entry(r *e2e.Record) string {
	switch {
	case r.Rows != nil:
		return "forward"
	case r.Params.Depth == 0:
		return "generate_ar"
	}
	return "generate_mtpk"
}

func faultOf(err error) harness.Fault {
	var known *harness.FaultError
	switch {
	case errors.As(err, &known):
		return known.Fault
	case errors.Is(err, errPanic):
		return harness.Panicked
	case errors.Is(err, context.DeadlineExceeded):
		return harness.TooSlow
	}
	return harness.Failed
}

var errPanic = errors.New("panic")

// ask runs a record in a goroutine of its own and waits for it no longer than the
// deadline: one that hangs may not listen to its context either. Then it is given up
// with its record, and the replay goes on.
func (r *run) ask(dir string, record *e2e.Record) (answer, error) {
	m, err := r.models.get(dir, record.Poison)
	if err != nil {
		return answer{}, fmt.Errorf("the model cannot be loaded: %w", err)
	}
	ctx, cancel := context.WithTimeout(r.ctx, r.o.Deadline)
	defer cancel()
	type end struct {
		answer answer
		err    error
	}
	done := make(chan end, 1)
	go func() {
		var e end
		if p := panics.Try(func() { e.answer, e.err = r.answer(ctx, m, record) }); p != nil {
			e = end{err: fmt.Errorf("%w: %v\n%s", errPanic, p.Value, p.Stack)}
		}
		done <- e
	}()
	select {
	case e := <-done:
		return e.answer, r.timeOut(ctx, e.err)
	case <-ctx.Done():
	}
	// Most runs end with their context: give this one the time to say so.
	select {
	case e := <-done:
		return e.answer, r.timeOut(ctx, e.err)
	case <-time.After(grace):
		r.abandoned.Store(true)
		return answer{}, r.timeOut(ctx, ctx.Err())
	}
}

// grace is how long a run may take to notice that its time is over.
const grace = time.Second

func (r *run) timeOut(ctx context.Context, err error) error {
	if err == nil || r.ctx.Err() != nil || ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	return fmt.Errorf("no answer within %s: %w", r.o.Deadline, err)
}

// answer runs a record.
func (r *run) answer(ctx context.Context, m model.Model, record *e2e.Record) (answer, error) {
	switch {
	case record.Rows != nil:
		return rowsOf(ctx, m, record)
	case record.Kind == e2e.CleanBF16:
		return r.prefix(ctx, m, record)
	}
	expected, err := e2e.Expect(record, m.Vocabulary())
	if err != nil {
		return answer{}, &harness.FaultError{Fault: harness.Undeclared, Err: err}
	}
	g, err := r.generate(ctx, m, record, nil)
	if err != nil {
		return answer{}, err
	}
	return answer{expected: expected, seen: g.parts()}, nil
}
