package e2e

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"rowproof/engine/model"
	"rowproof/harness"
	"rowproof/oracle/e2e"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const receipts = "../../receipts/e2e"

// tiny are the models that the receipts were recorded on.
var tiny = []string{"../../receipts/models/tiny-f32", "../../receipts/models/tiny-bf16", "../../receipts/models/tiny-8l"}

var recorded = sync.OnceValues(func() ([]*e2e.File, error) {
	files, _, err := Load(receipts)
	return files, err
})

func recordedFiles(t testing.TB) []*e2e.File {
	t.Helper()
	files, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// fileOf are the first n records of a kind that a test accepts, as a file. They are
// copies that the caller may change.
func fileOf(t testing.TB, kind string, n int, accept func(*e2e.Record) bool) *e2e.File {
	t.Helper()
	for _, f := range recordedFiles(t) {
		if f.Meta.Records != kind {
			continue
		}
		out := &e2e.File{Name: filepath.Base(f.Name), Meta: f.Meta}
		for _, r := range f.Records {
			if len(out.Records) < n && (accept == nil || accept(r)) {
				out.Records = append(out.Records, clone(r))
			}
		}
		if len(out.Records) < n {
			t.Fatalf("%d records of kind %s, want %d", len(out.Records), kind, n)
		}
		return out
	}
	t.Fatalf("no records of kind %s", kind)
	return nil
}

func clone(r *e2e.Record) *e2e.Record {
	c := *r
	c.Tokens, c.Streamed, c.Tape, c.Events = slices.Clone(r.Tokens), slices.Clone(r.Streamed), slices.Clone(r.Tape), slices.Clone(r.Events)
	for i := range c.Events {
		if round := c.Events[i].Round; round != nil {
			r := *round
			r.Drafts = slices.Clone(r.Drafts)
			c.Events[i].Round = &r
		}
	}
	if r.FirstBad != nil {
		bad := *r.FirstBad
		c.FirstBad = &bad
	}
	if r.Error != nil {
		e := *r.Error
		c.Error = &e
	}
	if r.Fault != nil {
		f := *r.Fault
		f.Hits = slices.Clone(f.Hits)
		c.Fault = &f
	}
	if r.Rows != nil {
		rows := *r.Rows
		rows.Last = slices.Clone(rows.Last)
		c.Rows = &rows
	}
	return &c
}

func plainly(m model.Model) model.Model { return m }

// replayed replays a file on the tiny models.
func replayed(t testing.TB, o Options, between func(model.Model) model.Model, files ...*e2e.File) *Summary {
	t.Helper()
	s, err := replay(context.Background(), files, tiny, o, between)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// only is the verdict of a file with one record.
func only(t testing.TB, f *e2e.File, between func(model.Model) model.Model) harness.Verdict {
	t.Helper()
	s := replayed(t, Options{}, between, f)
	if len(s.Verdicts) != 1 {
		t.Fatalf("%d verdicts", len(s.Verdicts))
	}
	return s.Verdicts[0]
}
