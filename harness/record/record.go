package record

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"sync"
	"time"

	"github.com/sourcegraph/conc/pool"

	"rowproof/harness"
	"rowproof/oracle"
)

// ErrAnswer marks a case that could not be recorded: the engine broke down on it, or
// what it said is no answer.
var ErrAnswer = errors.New("no answer to record")

// Options of a recording. The zero value asks one case per CPU at a time.
type Options struct {
	Jobs     int           // cases in flight at once; below 1: GOMAXPROCS
	Deadline time.Duration // of one case; 0: harness.DefaultDeadline
	// Progress is told after each case how many are done. Calls come one at a time.
	Progress func(done, total int)
}

// Recording is what an engine said to some inputs.
type Recording struct {
	Engine harness.Info
	// Files hold the cases that were answered, in the order of the inputs, under
	// the names of the input files. A file without such a case is left out.
	Files []*oracle.File
	// Unsupported are the cases that the engine does not claim to answer.
	Unsupported []Unsupported
}

// Unsupported is a case that the engine declined, with the reason it gave.
type Unsupported struct{ ID, Group, Reason string }

// Record asks an engine every case of the files, which may be inputs or receipts
// (whose records are not looked at), and keeps the answers. Any case that gets
// neither an answer nor "unsupported" makes the whole recording an error, which
// joins one error per such case, each wrapping ErrAnswer; then there is no
// Recording. Record does not close the engine.
func Record(ctx context.Context, e harness.Engine, in []*oracle.File, o Options) (*Recording, error) {
	info, err := e.Config(ctx)
	if err != nil {
		return nil, fmt.Errorf("the engine gives no configuration: %w", err)
	}
	results := askAll(ctx, e, in, o)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	r := &Recording{Engine: info}
	var failed []error
	for i, f := range in {
		out := &oracle.File{Name: path.Base(f.Name), Header: newHeader(info, f.Header.Group, f.Header.Seed)}
		for j, c := range f.Cases {
			switch a := results[i][j]; {
			case errors.Is(a.err, harness.ErrUnsupported):
				r.Unsupported = append(r.Unsupported, Unsupported{c.ID, c.Group, a.err.Error()})
			case a.err != nil:
				failed = append(failed, fmt.Errorf("%s: %w: %w", c.ID, ErrAnswer, a.err))
			default:
				out.Cases = append(out.Cases, a.c)
			}
		}
		if out.Header.Cases = len(out.Cases); out.Header.Cases > 0 {
			r.Files = append(r.Files, out)
		}
	}
	if len(failed) > 0 {
		return nil, errors.Join(failed...)
	}
	return r, nil
}

type asked struct {
	c   *oracle.Case
	err error
}

// askAll gives a result per file and case: workers write different ones.
func askAll(ctx context.Context, e harness.Engine, in []*oracle.File, o Options) [][]asked {
	if o.Jobs < 1 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Deadline == 0 {
		o.Deadline = harness.DefaultDeadline
	}
	total := 0
	for _, f := range in {
		total += len(f.Cases)
	}
	var mu sync.Mutex
	done := 0
	workers := pool.New().WithMaxGoroutines(o.Jobs)
	results := make([][]asked, len(in))
	for i, f := range in {
		results[i] = make([]asked, len(f.Cases))
		for j, c := range f.Cases {
			workers.Go(func() {
				if ctx.Err() != nil {
					return
				}
				a := &results[i][j]
				a.c, a.err = ask(ctx, e, c, o.Deadline)
				mu.Lock()
				defer mu.Unlock()
				done++
				if o.Progress != nil {
					o.Progress(done, total)
				}
			})
		}
	}
	workers.Wait()
	return results
}
