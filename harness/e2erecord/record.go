package e2erecord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"rowproof/harness/internal/weights"
	"rowproof/oracle/e2e"
)

// How near a choice may come to falling the other way. A recorded run that is nearer
// tells nothing: the last bits of a sum decide it.
const (
	leastMargin        = 1e-4 // of a uniform and what it is held against
	leastMarginPatched = 3e-5 // the same, of a run whose row was broken
	leastCut           = 3e-5 // of the nucleus or the top k and another set of tokens
)

// maxSeeds is how many seeds are tried for a run that is clear of all edges.
const maxSeeds = 60

// errUnclear is a run for which no seed is clear of all edges.
var errUnclear = errors.New("too near to an edge")

// Recording is what the oracle said to the questions of some files.
type Recording struct {
	Files   []*File  // in the order of the questions; those outside the subset are left out
	LeftOut []string // file:line and what was asked, for which no run is clear of all edges
}

// Record asks the oracle the questions of files, whose records need no outcome, and keeps
// the answers. A run that comes too near to an edge is tried again with the next seeds; a
// patched one is left out, since its fault was meant for its own seed. A record whose
// answer is what it holds already keeps its text. One that the oracle refuses is an error
// (ErrRefused); the others are as in Check.
func Record(ctx context.Context, e Engine, files []*File, o Options) (*Recording, error) {
	a := newAsker(e, o.Models)
	made := make([][]*Object, len(files))
	unclear := make([][]bool, len(files))
	for i, f := range files {
		made[i], unclear[i] = make([]*Object, len(f.Records)), make([]bool, len(f.Records))
	}
	err := each(ctx, files, o, func(ctx context.Context, i, j int) error {
		var err error
		made[i][j], err = a.record(ctx, files[i], files[i].Records[j])
		if unclear[i][j] = errors.Is(err, errUnclear); unclear[i][j] {
			return nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	r := &Recording{}
	for i, f := range files {
		fresh := &File{Name: filepath.Base(f.Name), Meta: f.Meta.clone(), meta: f.meta}
		for j, record := range made[i] {
			switch {
			case record != nil:
				fresh.Records = append(fresh.Records, record)
			case unclear[i][j]:
				r.LeftOut = append(r.LeftOut, fmt.Sprintf("%s:%d: %s", f.Name, j+2, what(f.Records[j])))
			}
		}
		if err := fresh.finish(ctx, e, o.Models); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		r.Files = append(r.Files, fresh)
	}
	return r, nil
}

// finish brings the meta line up to what was recorded.
func (f *File) finish(ctx context.Context, e Engine, models string) error {
	sum, err := weights.Sum(ctx, filepath.Join(models, f.meta.Model))
	if err != nil {
		return err
	}
	f.meta.Cases = len(f.Records)
	fields := map[string]any{"cases": f.meta.Cases, "model_sha": sum}
	if known, ok := e.(interface{ Versions() map[string]string }); ok {
		fields["versions"] = known.Versions()
	}
	return f.Meta.change(fields)
}

// record makes one record.
func (a *asker) record(ctx context.Context, f *File, r *Object) (*Object, error) {
	q, err := a.settle(ctx, f, r)
	if err != nil {
		return nil, err
	}
	now, err := a.answer(ctx, f, r, q)
	if err != nil {
		return nil, err
	}
	fresh := r.clone()
	for _, name := range outcome {
		if _, ok := now[name]; !ok && fresh.has(name) {
			fresh.remove(name)
		}
	}
	fields := map[string]any{}
	for name, value := range now {
		fields[name] = value
	}
	if text(r, "kind") != e2e.Golden {
		fields["params"] = q.Params
		if r.has("seed") {
			fields["seed"] = q.Params.Seed
		}
	}
	return fresh, fresh.change(fields)
}

// settle gives the run of a record with the first seed, from its own on, that is clear of
// all edges.
func (a *asker) settle(ctx context.Context, f *File, r *Object) (run, error) {
	q, err := f.run(r, a.models)
	if err != nil || text(r, "kind") == e2e.Golden {
		return q, err
	}
	seeds := maxSeeds
	if q.Fault != nil {
		seeds = 1
	}
	for range seeds {
		var edges edges
		if err := a.ask(ctx, commandGenerate, q, &edges); err != nil {
			return run{}, err
		}
		if edges.clear(q.Fault != nil, hasCuts(f)) {
			return q, nil
		}
		q.Params.Seed++
	}
	return run{}, errUnclear
}

// edges are how near a run came to an edge; nil: to none.
type edges struct {
	Margin *float64 `json:"margin"`
	Cut    *float64 `json:"nucleus_margin"`
}

func (e edges) clear(patched, cuts bool) bool {
	least := leastMargin
	if patched {
		least = leastMarginPatched
	}
	return (e.Margin == nil || *e.Margin >= least) && (!cuts || e.Cut == nil || *e.Cut >= leastCut)
}

// change sets fields in the order of their names, those that are new at the end. What has
// the same value keeps its text.
func (o *Object) change(fields map[string]any) error {
	for _, name := range sortedNames(fields) {
		raw, err := json.Marshal(fields[name])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if o.has(name) && sameJSON(o.values[name], raw) {
			continue
		}
		if err := o.set(name, json.RawMessage(raw)); err != nil {
			return err
		}
	}
	return nil
}
