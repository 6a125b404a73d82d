package e2e

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/sourcegraph/conc/pool"

	"rowproof/engine/model"
	"rowproof/harness"
	"rowproof/oracle/e2e"
)

// Options of a replay. The zero value replays every record, one worker per CPU.
type Options struct {
	Jobs     int            // records in flight at once; below 1: GOMAXPROCS
	Kinds    []string       // only these kinds; empty: all
	Filter   *regexp.Regexp // only records whose ID, a blank and Title match; nil: all
	FailFast bool           // end at the first record that differs
	Deadline time.Duration  // of one record; 0: harness.DefaultDeadline
	// Progress is told after each record how many are done and how many there will be.
	// Calls come one at a time; v must not be changed.
	Progress func(done, total int, v *harness.Verdict)
}

// Replay runs every selected record on the model it was recorded on and judges what
// came out. dirs are model folders; a record belongs to the one whose weights have the
// sha256 of its file's meta line, and is unsupported if none has. Verdicts stand in
// the order of the files whatever the number of jobs.
//
// What the engine does wrong, a panic and a hang included, is the verdict of that
// record and no error. An error means that the replay itself could not be done: a
// folder holds no model, or ctx ended.
func Replay(ctx context.Context, files []*e2e.File, dirs []string, o Options) (*Summary, error) {
	return replay(ctx, files, dirs, o, func(m model.Model) model.Model { return m })
}

// replay is Replay with something between the watch and the loop.
func replay(ctx context.Context, files []*e2e.File, dirs []string, o Options, between func(model.Model) model.Model) (*Summary, error) {
	models, err := openModels(dirs)
	if err != nil {
		return nil, err
	}
	r := newRun(ctx, models, o)
	r.between = between
	r.pick(files)
	err = r.all()
	// A run that was given up may still read its model.
	if closed := models.close(!r.abandoned); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	return r.summarize(files), nil
}

// run is one replay under way.
type run struct {
	ctx      context.Context
	models   *models
	o        Options
	between  func(model.Model) model.Model
	tasks    []task
	left     []*e2e.Record // informative
	verdicts []harness.Verdict
	measured []measured // by index, like verdicts

	mu        sync.Mutex // guards what follows, and Progress
	done      int
	stop      int // no record at or behind this index is run; FailFast moves it
	abandoned bool
}

type task struct {
	record *e2e.Record
	meta   *e2e.Meta
}

func newRun(ctx context.Context, m *models, o Options) *run {
	if o.Jobs < 1 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Deadline == 0 {
		o.Deadline = harness.DefaultDeadline
	}
	return &run{ctx: ctx, models: m, o: o}
}

// pick selects records.
func (r *run) pick(files []*e2e.File) {
	for _, f := range files {
		for _, record := range f.Records {
			switch {
			case !r.wants(record):
			case record.Informative():
				r.left = append(r.left, record)
			default:
				r.tasks = append(r.tasks, task{record, &f.Meta})
			}
		}
	}
	r.stop = len(r.tasks)
	r.verdicts = make([]harness.Verdict, r.stop)
	r.measured = make([]measured, r.stop)
}

func (r *run) wants(record *e2e.Record) bool {
	return (len(r.o.Kinds) == 0 || slices.Contains(r.o.Kinds, record.Kind)) &&
		(r.o.Filter == nil || r.o.Filter.MatchString(record.ID+" "+record.Title))
}

func (r *run) all() error {
	workers := pool.New().WithMaxGoroutines(r.o.Jobs)
	for i := range r.tasks {
		if !r.wanted(i) {
			break
		}
		workers.Go(func() { r.one(i) })
	}
	workers.Wait()
	if err := r.ctx.Err(); err != nil {
		return fmt.Errorf("stopped after %d of %d records: %w", r.done, len(r.tasks), context.Cause(r.ctx))
	}
	// Records are started in order: what was run behind the first that differs is
	// dropped, and the result does not depend on which worker was faster.
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
	v, m := r.verdict(r.tasks[i])
	if r.ctx.Err() != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verdicts[i], r.measured[i] = v, m
	r.done++
	if r.o.FailFast && v.Outcome == harness.Differ {
		r.stop = min(r.stop, i+1)
	}
	if r.o.Progress != nil {
		r.o.Progress(r.done, len(r.tasks), &r.verdicts[i])
	}
}
