package harness

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"sync"
	"time"

	"github.com/sourcegraph/conc/pool"

	"rowproof/oracle"
)

// DefaultDeadline is how long an engine may take over one case.
const DefaultDeadline = 30 * time.Second

// Options of a replay. The zero value asks every case, with one worker per CPU.
type Options struct {
	Jobs     int            // cases in flight at once; below 1: GOMAXPROCS
	Groups   []string       // only these groups; empty: all
	Filter   *regexp.Regexp // only cases whose id matches; nil: all
	FailFast bool           // end at the first case that differs
	Deadline time.Duration  // of one case; 0: DefaultDeadline. A SelfTimed engine has its own
	// Progress is told after each case how many are done and how many there will
	// be. Calls come one at a time; v is complete and must not be changed. The
	// order is that in which the engine answers, not that of the files.
	Progress func(done, total int, v *Verdict)
}

// Replay asks the engine every selected case and judges the answers. The verdicts
// stand in the order of the files whatever the number of jobs; with FailFast they
// end with the first case, in that order, that differs.
//
// What an engine does wrong, a panic and a hang included, is the verdict of that
// case and no error. An error means that the replay itself could not be done: the
// engine has no Config, or ctx ended; then there is no summary. Replay does not close
// the engine.
func Replay(ctx context.Context, e Engine, files []*oracle.File, o Options) (*Summary, error) {
	info, err := e.Config(ctx)
	if err != nil {
		return nil, fmt.Errorf("the engine gives no configuration: %w", err)
	}
	r := newRun(ctx, e, selection{o.Groups, o.Filter}.of(files), o)
	if err := r.all(); err != nil {
		return nil, err
	}
	return summarize(info, files, r.verdicts, r.stopped), nil
}

// run is one replay under way.
type run struct {
	ctx      context.Context
	engine   Engine
	cases    []*oracle.Case
	o        Options
	verdicts []Verdict // one per case, by index: workers write different ones
	stopped  bool

	mu   sync.Mutex // guards what follows, and Progress
	done int
	stop int // no case at or behind this index is asked; FailFast moves it
}

func newRun(ctx context.Context, e Engine, cases []*oracle.Case, o Options) *run {
	if o.Jobs < 1 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Deadline == 0 {
		o.Deadline = DefaultDeadline
	}
	return &run{ctx: ctx, engine: e, cases: cases, o: o, verdicts: make([]Verdict, len(cases)), stop: len(cases)}
}

func (r *run) all() error {
	workers := pool.New().WithMaxGoroutines(r.o.Jobs)
	for i := range r.cases {
		if !r.wanted(i) {
			break
		}
		workers.Go(func() { r.one(i) })
	}
	workers.Wait()
	if err := r.ctx.Err(); err != nil {
		return fmt.Errorf("stopped after %d of %d cases: %w", r.done, len(r.cases), context.Cause(r.ctx))
	}
	// Cases are started in order, so everything before the first that differs has
	// been asked, and what was asked behind it is dropped: the result of a
	// fail-fast replay does not depend on which worker was faster.
	r.stopped = r.stop < len(r.cases)
	r.verdicts = r.verdicts[:r.stop]
	return nil
}

func (r *run) wanted(i int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return i < r.stop && r.ctx.Err() == nil
}

func (r *run) one(i int) {
	if !r.wanted(i) {
		return
	}
	v := verdictOn(r.ctx, r.engine, r.cases[i], r.o.Deadline)
	if r.ctx.Err() != nil {
		return
	}
	v.forgetEqualParts()
	r.record(i, v)
}

func (r *run) record(i int, v Verdict) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verdicts[i] = v
	r.done++
	if r.o.FailFast && v.Outcome == Differ {
		r.stop = min(r.stop, i+1)
	}
	if r.o.Progress != nil {
		r.o.Progress(r.done, len(r.cases), &r.verdicts[i])
	}
}

// forgetEqualParts drops the JSON that nobody will read: a replay of everything
// would hold all receipts three times over.
func (v *Verdict) forgetEqualParts() {
	for i := range v.Parts {
		if p := &v.Parts[i]; p.Outcome == Equal {
			p.Want, p.Seen, p.Recorded = nil, nil, nil
		}
	}
}
