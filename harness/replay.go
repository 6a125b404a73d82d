package harness

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"rowproof/harness/internal/inorder"
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
}

func newRun(ctx context.Context, e Engine, cases []*oracle.Case, o Options) *run {
	if o.Deadline == 0 {
		o.Deadline = DefaultDeadline
	}
	return &run{ctx: ctx, engine: e, cases: cases, o: o, verdicts: make([]Verdict, len(cases))}
}

func (r *run) all() error {
	kept, err := inorder.Tasks{Count: len(r.cases), What: "cases", Jobs: r.o.Jobs, Do: r.one, Note: r.note}.Run(r.ctx)
	if err != nil {
		return err
	}
	r.stopped = kept < len(r.cases)
	r.verdicts = r.verdicts[:kept]
	return nil
}

func (r *run) one(i int) {
	r.verdicts[i] = verdictOn(r.ctx, r.engine, r.cases[i], r.o.Deadline)
	r.verdicts[i].forgetEqualParts()
}

func (r *run) note(i, done int) (last bool) {
	if r.o.Progress != nil {
		r.o.Progress(done, len(r.cases), &r.verdicts[i])
	}
	return r.o.FailFast && r.verdicts[i].Outcome == Differ
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
