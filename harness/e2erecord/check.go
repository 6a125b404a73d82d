package e2erecord

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/sourcegraph/conc/pool"

	"rowproof/harness/internal/weights"
)

// ErrModel marks a folder that does not hold the model a file was recorded with.
var ErrModel = errors.New("not the recorded model")

// Options of a check or a recording. Models is required.
type Options struct {
	Models string // the folder that holds the folders of the models
	Subset Subset // "": All
	Jobs   int    // records in flight at once; below 1: one
	// Progress is told after each record how many are done. Calls come one at a time.
	Progress func(done, total int)
}

// Comparison says how many records the oracle gives again.
type Comparison struct {
	Files []FileComparison // in the order of the files
}

// FileComparison is a Comparison of one file.
type FileComparison struct {
	Name    string
	Same    int
	Changed []Change // in the order of the file
	Left    int      // records outside the subset
}

// Change is a record that comes out in another way by now.
type Change struct {
	Line    int      // in its file, the meta line being 1
	What    string   // what the record asks, for people
	Details []string // one difference each: where, recorded, now
}

// Counts adds up the files.
func (c *Comparison) Counts() (same, changed int) {
	for _, f := range c.Files {
		same += f.Same
		changed += len(f.Changed)
	}
	return same, changed
}

// OK reports whether all records that were asked came out the same, and there were any.
func (c *Comparison) OK() bool {
	same, changed := c.Counts()
	return changed == 0 && same > 0
}

// Check asks the oracle the records of a subset again and compares all that it decides:
// exactly, but for accept_probability (1e-12) and the margins (1e-9). A record that the
// oracle refuses has changed. The error is one of the files (ErrFormat), a model
// (ErrModel), the oracle (ErrOracle) or the end of ctx.
func Check(ctx context.Context, e Engine, files []*File, o Options) (*Comparison, error) {
	if err := sameModels(ctx, files, o.Models); err != nil {
		return nil, err
	}
	a := newAsker(e, o.Models)
	found := make([][]*Change, len(files))
	for i, f := range files {
		found[i] = make([]*Change, len(f.Records))
	}
	err := each(ctx, files, o, func(ctx context.Context, i, j int) error {
		details, err := a.check(ctx, files[i], files[i].Records[j])
		found[i][j] = &Change{j + 2, what(files[i].Records[j]), details}
		return err
	})
	if err != nil {
		return nil, err
	}
	c := &Comparison{}
	for i, f := range files {
		file := FileComparison{Name: f.Name}
		for _, change := range found[i] {
			switch {
			case change == nil:
				file.Left++
			case len(change.Details) == 0:
				file.Same++
			default:
				file.Changed = append(file.Changed, *change)
			}
		}
		c.Files = append(c.Files, file)
	}
	return c, nil
}

// check gives the differences of one record.
func (a *asker) check(ctx context.Context, f *File, r *Object) ([]string, error) {
	q, err := f.run(r, a.models)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	now, err := a.answer(ctx, f, r, q)
	if errors.Is(err, ErrRefused) {
		return []string{err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	return differences(r, now)
}

// each does the records of the subset, some at a time; the first error ends it.
func each(ctx context.Context, files []*File, o Options, do func(ctx context.Context, i, j int) error) error {
	if o.Subset == "" {
		o.Subset = All
	}
	total := 0
	for _, f := range files {
		for _, r := range f.Records {
			if o.Subset.has(r) {
				total++
			}
		}
	}
	var mu sync.Mutex
	done := 0
	p := pool.New().WithMaxGoroutines(max(o.Jobs, 1)).WithContext(ctx).WithCancelOnError().WithFirstError()
	for i, f := range files {
		for j, r := range f.Records {
			if !o.Subset.has(r) {
				continue
			}
			p.Go(func(ctx context.Context) error {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if err := do(ctx, i, j); err != nil {
					return fmt.Errorf("%s:%d: %w", f.Name, j+2, err)
				}
				mu.Lock()
				defer mu.Unlock()
				if done++; o.Progress != nil {
					o.Progress(done, total)
				}
				return nil
			})
		}
	}
	return p.Wait()
}

// sameModels holds the weights against the sums in the meta lines.
func sameModels(ctx context.Context, files []*File, models string) error {
	for _, f := range files {
		got, err := weights.Sum(ctx, filepath.Join(models, f.meta.Model))
		if err != nil {
			return err
		}
		if want := f.meta.ModelSHA256; got != want {
			return fmt.Errorf("%s: %w: %s has the sum %s, recorded was %s", f.Name, ErrModel, f.meta.Model, got, want)
		}
	}
	return nil
}

// what names a record by the fields that tell it from others of its file.
func what(r *Object) string {
	var parts []string
	for _, name := range []string{"kind", "prompt", "case", "poison", "mode", "lane", "depth", "name", "sampler", "site", "fault", "sticky", "context_copy", "seed"} {
		raw := string(r.values[name])
		if raw == "" || raw == "null" || raw[0] == '[' || raw[0] == '{' {
			continue
		}
		parts = append(parts, name+" "+strings.Trim(raw, `"`))
	}
	return strings.Join(parts, ", ")
}
