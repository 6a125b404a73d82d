package e2e

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/model"
	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/oracle/e2e"
)

// TestEveryRecordIsProven: the engine gives what the law expects of every record, and
// the oracle departs from it as often as is declared.
func TestEveryRecordIsProven(t *testing.T) {
	var files []*e2e.File
	for _, f := range recordedFiles(t) {
		some := *f
		some.Records = nil
		for i, r := range f.Records {
			if i%sparsely == 0 {
				some.Records = append(some.Records, r)
			}
		}
		files = append(files, &some)
	}
	begun := time.Now()
	s := replayed(t, Options{}, plainly, files...)
	t.Logf("%d records in %v", s.Total.Total, time.Since(begun))
	for _, v := range s.NotProven() {
		t.Errorf("%s (%s): %s", v.ID, v.Kind, v.Problem())
	}
	for _, note := range s.Notes() {
		t.Log(note)
	}
	if sparsely > 1 {
		return
	}
	if want, got := "total 1623: 1181 equal, 442 exceptions, 0 unsupported, 0 differ", s.Line(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	want := map[string][2]int{ // equal, exceptions
		e2e.Clean: {235, 0}, e2e.Clean8L: {8, 0}, e2e.CleanBF16: {4, 0}, e2e.Golden: {1, 0},
		e2e.Patch: {764, 407}, e2e.Weights: {143, 25}, e2e.WeightsCopy: {26, 10},
	}
	got := map[string][2]int{}
	for _, g := range s.Groups {
		got[g.Group] = [2]int{g.Equal, g.Exceptions}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records by kind (-want +got):\n%s", diff)
	}
	if len(s.LeftOut) != 4 || len(s.Compared) != 4 {
		t.Errorf("%d bfloat16 records left out, %d compared, want 4 of each", len(s.LeftOut), len(s.Compared))
	}
	for _, n := range s.Compared {
		if n < e2e.BF16Least {
			t.Errorf("%d tokens compared of a bfloat16 record", n)
		}
	}
	seen := map[oracle.Class]int{}
	for _, c := range s.Classes {
		seen[c.Class] = c.Cases
	}
	if diff := cmp.Diff(declared(t), seen); diff != "" {
		t.Errorf("docs/exceptions.md (-) and the replay (+): %s", diff)
	}
}

// declared is the table that users read.
func declared(t *testing.T) map[oracle.Class]int {
	t.Helper()
	text, err := os.ReadFile("../../docs/exceptions.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("\n## Whole generations\n"))
	table := map[oracle.Class]int{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\d+) \\|").FindAllSubmatch(text, -1) {
		n, err := strconv.Atoi(string(row[2]))
		if err != nil {
			t.Fatal(err)
		}
		table[oracle.Class(row[1])] = n
	}
	return table
}

// TestNumbersOffByMoreThanAllowedDiffer, and less does not.
func TestNumbersOffByMoreThanAllowedDiffer(t *testing.T) {
	for off, want := range map[float64]harness.Outcome{5e-5: harness.Equal, 5e-4: harness.Differ} {
		f := fileOf(t, e2e.Golden, 1, nil)
		f.Records[0].Rows.Last[5] += off
		if v := only(t, f, plainly); v.Outcome != want {
			t.Errorf("a logit off by %g: %s, want %s: %s", off, v.Outcome, want, v.Problem())
		}
		f = fileOf(t, e2e.Clean, 1, func(r *e2e.Record) bool { return probability(r) != nil })
		p := probability(f.Records[0])
		*p += off
		v := only(t, f, plainly)
		*p -= off
		if v.Outcome != want {
			t.Errorf("a probability off by %g: %s, want %s: %s", off, v.Outcome, want, v.Problem())
		}
	}
}

// probability is one of a record that is neither 0 nor 1, nil if it has none.
func probability(r *e2e.Record) *float64 {
	for _, e := range r.Events {
		if e.Round == nil {
			continue
		}
		for _, d := range e.Round.Drafts {
			if d.Probability != nil && *d.Probability > 0.1 && *d.Probability < 0.9 {
				return d.Probability
			}
		}
	}
	return nil
}

// TestAnotherModelIsSaidToBeOne: a record is not held against a model that it was not
// recorded on.
func TestAnotherModelIsSaidToBeOne(t *testing.T) {
	f := fileOf(t, e2e.Clean8L, 1, nil)
	s, err := Replay(context.Background(), []*e2e.File{f}, tiny[:1], Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := s.Verdicts[0]
	if v.Outcome != harness.NotSupported || !strings.Contains(v.Problem(), "another model: tiny-8l") || !strings.Contains(v.Problem(), "tiny-f32 is 61578750f514") {
		t.Errorf("%s: %s", v.Outcome, v.Problem())
	}
	if _, err := Replay(context.Background(), []*e2e.File{f}, []string{t.TempDir()}, Options{}); err == nil {
		t.Error("a folder without a model")
	}
}

// TestARunCountsOnce: a record is refused that is there twice, in a file or in another
// of whatever name.
func TestARunCountsOnce(t *testing.T) {
	twice := fileOf(t, e2e.Clean, 1, nil)
	twice.Records = append(twice.Records, clone(twice.Records[0]))
	golden := filepath.Join(receipts, "golden.jsonl")
	named, _, err := Load(golden, golden)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "other.jsonl")
	if err := os.WriteFile(copied, text, 0o600); err != nil {
		t.Fatal(err)
	}
	renamed, _, err := Load(golden, copied)
	if err != nil {
		t.Fatal(err)
	}
	for name, files := range map[string][]*e2e.File{"in a file": {twice}, "named twice": named, "under another name": renamed} {
		var where *oracle.FormatError
		if _, err := Replay(context.Background(), files, tiny, Options{}); !errors.As(err, &where) || where.Case != files[len(files)-1].Records[0].ID {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSelection: by kind and by filter; progress counts what was selected.
func TestSelection(t *testing.T) {
	var seen []int
	o := Options{
		Kinds:  []string{e2e.Patch},
		Filter: regexp.MustCompile(`^fault_patch/000. ar greedy p0 prefill (nan|mask)$`),
		Jobs:   2,
		Progress: func(done, total int, v *harness.Verdict) {
			if v.Outcome == "" {
				t.Error("a verdict without an outcome")
			}
			seen = append(seen, done, total)
		},
	}
	s := replayed(t, o, plainly, recordedFiles(t)...)
	if diff := cmp.Diff([]int{1, 2, 2, 2}, seen); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	if s.Line() != "total 2: 2 equal, 0 exceptions, 0 unsupported, 0 differ" {
		t.Error(s.Line())
	}
}

// TestFailFast ends with the first record that differs.
func TestFailFast(t *testing.T) {
	f := fileOf(t, e2e.Clean, 6, func(r *e2e.Record) bool { return r.Params.Depth == 0 })
	f.Records[2].Tokens[3]++
	f.Records[4].Tokens[3]++
	s := replayed(t, Options{FailFast: true, Jobs: 3}, plainly, f)
	if len(s.Verdicts) != 3 || !s.Stopped || s.Total.Differ != 1 {
		t.Errorf("%d verdicts, stopped %t: %s", len(s.Verdicts), s.Stopped, s.Line())
	}
}

// TestOneBadRunDoesNotEndTheReplay: a panic, an error and a hang are the verdict of
// their record alone.
func TestOneBadRunDoesNotEndTheReplay(t *testing.T) {
	release := make(chan struct{})
	released := make(chan struct{})
	for _, tc := range []struct {
		fault harness.Fault
		trunk func() (model.Trunk, error)
	}{
		{harness.Panicked, func() (model.Trunk, error) { panic("at the disco") }},
		{harness.Failed, func() (model.Trunk, error) { return nil, errors.New("out of order") }},
		{harness.TooSlow, func() (model.Trunk, error) { defer close(released); <-release; return nil, errors.New("late") }},
	} {
		f := fileOf(t, e2e.Clean, 3, func(r *e2e.Record) bool { return r.Params.Depth == 0 })
		var n atomic.Int32
		o := Options{Jobs: 1}
		if tc.fault == harness.TooSlow {
			o.Deadline = 4 * time.Second
		}
		s := replayed(t, o, func(m model.Model) model.Model {
			if n.Add(1) == 2 {
				return broken{m, tc.trunk}
			}
			return m
		}, f)
		v := s.Verdicts[1]
		if v.Outcome != harness.Differ || v.Fault != tc.fault || v.Problem() == "" {
			t.Errorf("%s: %s %s: %s", tc.fault, v.Outcome, v.Fault, v.Problem())
		}
		if s.Total.Equal != 2 {
			t.Errorf("%s: %s", tc.fault, s.Line())
		}
	}
	close(release)
	<-released
}

type broken struct {
	model.Model
	trunk func() (model.Trunk, error)
}

func (b broken) NewTrunk() (model.Trunk, error) { return b.trunk() }

// TestAnEndedContextIsAnError and not a verdict.
func TestAnEndedContextIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	s, err := Replay(ctx, []*e2e.File{fileOf(t, e2e.Clean, 2, nil)}, tiny, Options{})
	if s != nil || !errors.Is(err, cause) {
		t.Errorf("%v, %v", s, err)
	}
}
