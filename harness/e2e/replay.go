package e2e

import (
	"context"
	"regexp"
	"slices"
	"sync/atomic"
	"time"

	"rowproof/engine/model"
	"rowproof/harness"
	"rowproof/harness/internal/inorder"
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
// Two records of the same inputs are an error (*oracle.FormatError): they would count
// twice.
//
// What the engine does wrong, a panic and a hang included, is the verdict of that
// record and no error. An error means that the replay itself could not be done: a
// folder holds no model, or ctx ended.
func Replay(ctx context.Context, files []*e2e.File, dirs []string, o Options) (*Summary, error) {
	return replay(ctx, files, dirs, o, func(m model.Model) model.Model { return m })
}

// replay is Replay with something between the watch and the loop.
func replay(ctx context.Context, files []*e2e.File, dirs []string, o Options, between func(model.Model) model.Model) (*Summary, error) {
	if err := e2e.Distinct(files); err != nil {
		return nil, err
	}
	models, err := openModels(ctx, dirs)
	if err != nil {
		return nil, err
	}
	r := newRun(ctx, models, o)
	r.between = between
	r.pick(files)
	err = r.all()
	// A run that was given up may still read its model.
	if closed := models.close(!r.abandoned.Load()); err == nil {
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

	stopped   bool
	abandoned atomic.Bool // a run did not end with its deadline
}

type task struct {
	record *e2e.Record
	meta   *e2e.Meta
}

func newRun(ctx context.Context, m *models, o Options) *run {
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
	r.verdicts = make([]harness.Verdict, len(r.tasks))
	r.measured = make([]measured, len(r.tasks))
}

func (r *run) wants(record *e2e.Record) bool {
	return (len(r.o.Kinds) == 0 || slices.Contains(r.o.Kinds, record.Kind)) &&
		(r.o.Filter == nil || r.o.Filter.MatchString(record.ID+" "+record.Title))
}

func (r *run) all() error {
	kept, err := inorder.Tasks{Count: len(r.tasks), What: "records", Jobs: r.o.Jobs, Do: r.one, Note: r.note}.Run(r.ctx)
	if err != nil {
		return err
	}
	r.stopped = kept < len(r.tasks)
	r.verdicts = r.verdicts[:kept]
	return nil
}

func (r *run) one(i int) { r.verdicts[i], r.measured[i] = r.verdict(r.tasks[i]) }

func (r *run) note(i, done int) (last bool) {
	if r.o.Progress != nil {
		r.o.Progress(done, len(r.tasks), &r.verdicts[i])
	}
	return r.o.FailFast && r.verdicts[i].Outcome == harness.Differ
}
