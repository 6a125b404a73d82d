package harness_test

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

func replay(t *testing.T, e harness.Engine, files []*oracle.File, o harness.Options) *harness.Summary {
	t.Helper()
	s, err := harness.Replay(t.Context(), e, files, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ids(s *harness.Summary) []string {
	var list []string
	for _, v := range s.Verdicts {
		list = append(list, v.ID)
	}
	return list
}

func verdict(t *testing.T, s *harness.Summary, id string) harness.Verdict {
	t.Helper()
	for _, v := range s.Verdicts {
		if v.ID == id {
			return v
		}
	}
	t.Fatalf("no verdict on %s", id)
	return harness.Verdict{}
}

func TestOurEngineProvesAllReceipts(t *testing.T) {
	s := replay(t, inprocess.New(), allFiles(t), harness.Options{})
	for _, v := range s.NotProven() {
		t.Errorf("%s:%d: %s: %s", v.File, v.Line, v.ID, v.Problem())
	}
	want := "total 2864: 2771 equal, 93 exceptions, 0 unsupported, 0 differ"
	if s.Line() != want {
		t.Errorf("got %q, want %q", s.Line(), want)
	}
}

func TestTheVerdictsDoNotDependOnTheNumberOfJobs(t *testing.T) {
	files := allFiles(t)
	slow := func(_ context.Context, c *oracle.Case) (oracle.Output, error) {
		time.Sleep(5 * time.Millisecond)
		return honest(t, c), nil
	}
	e := &scripted{t: t, script: map[string]reply{greedy: slow, firstRNG: always(nil, harness.Unsupported("")), ds4Draws: always(nil, nil)}}
	alone, together := replay(t, e, files, harness.Options{Jobs: 1}), replay(t, e, files, harness.Options{Jobs: 8})
	if diff := cmp.Diff(alone, together, cmpopts.IgnoreFields(harness.Verdict{}, "Elapsed")); diff != "" {
		t.Error(diff)
	}
}

func TestEveryKindOfAnswerIsOneVerdictAndTheRunGoesOn(t *testing.T) {
	release := make(chan struct{})
	var stuck sync.WaitGroup
	stuck.Add(1)
	e := &scripted{t: t, script: map[string]reply{
		greedy: always(parts{{Name: "draw[0]", Value: 1}}, nil),
		drawn:  func(context.Context, *oracle.Case) (oracle.Output, error) { panic("lost my head") },
		batch:  always(nil, harness.Unsupported("no batches")),
		exp64: func(ctx context.Context, _ *oracle.Case) (oracle.Output, error) {
			<-ctx.Done() // slow, but listens
			return nil, ctx.Err()
		},
		ds4Draws: func(context.Context, *oracle.Case) (oracle.Output, error) {
			defer stuck.Done()
			<-release // hangs and does not listen
			return nil, nil
		},
	}}
	files := fileOf(t, greedy, drawn, refused, batch, exp64, ds4Draws, firstRNG)
	s := replay(t, e, files, harness.Options{Jobs: 2, Deadline: time.Second})
	close(release)
	stuck.Wait()

	for id, want := range map[string]struct {
		outcome harness.Outcome
		fault   harness.Fault
		problem string
	}{
		greedy:   {harness.Differ, "", "draw[0]: want {"},
		drawn:    {harness.Differ, harness.Panicked, "no answer (panic): lost my head"},
		refused:  {harness.Exception, "", ""},
		batch:    {harness.NotSupported, "", "unsupported: no batches"},
		exp64:    {harness.Differ, harness.TooSlow, "no answer (deadline): no answer within 1s: context deadline exceeded"},
		ds4Draws: {harness.Differ, harness.TooSlow, "no answer (deadline): no answer within 1s: context deadline exceeded"},
		firstRNG: {harness.Equal, "", ""},
	} {
		v := verdict(t, s, id)
		if v.Outcome != want.outcome || v.Fault != want.fault || !strings.HasPrefix(v.Problem(), want.problem) {
			t.Errorf("%s: got %s, fault %q, %q", id, v.Outcome, v.Fault, v.Problem())
		}
	}
	if !strings.Contains(verdict(t, s, drawn).Message, "replay_test.go") {
		t.Error("the message of a panic does not say where it was")
	}
	if want := "total 7: 1 equal, 1 exceptions, 1 unsupported, 4 differ"; s.Line() != want {
		t.Errorf("got %q, want %q", s.Line(), want)
	}
}

func TestFailFastEndsWithTheFirstCaseThatDiffers(t *testing.T) {
	files := allFiles(t)
	first, second := files[1].Cases[7].ID, files[1].Cases[9].ID
	for _, jobs := range []int{1, 4} {
		t.Run(strconv.Itoa(jobs), func(t *testing.T) {
			late := func(context.Context, *oracle.Case) (oracle.Output, error) {
				time.Sleep(20 * time.Millisecond) // so that the later one is in first
				return nil, errors.New("first")
			}
			e := &scripted{t: t, script: map[string]reply{first: late, second: always(nil, errors.New("second"))}}
			s := replay(t, e, files, harness.Options{Jobs: jobs, FailFast: true})
			if n := len(s.Verdicts); n != len(files[0].Cases)+8 || s.Verdicts[n-1].ID != first || !s.Stopped {
				t.Errorf("%d verdicts, the last on %s, stopped %v", n, s.Verdicts[n-1].ID, s.Stopped)
			}
			if s.Total.Differ != 1 {
				t.Errorf("%d differ", s.Total.Differ)
			}
		})
	}
}

func TestFailFastGoesOnOverUnsupportedCases(t *testing.T) {
	e := &scripted{t: t, script: map[string]reply{greedy: always(nil, harness.Unsupported("no"))}}
	s := replay(t, e, fileOf(t, greedy, drawn), harness.Options{FailFast: true})
	if s.Stopped || s.Total.Total != 2 {
		t.Errorf("stopped %v after %d", s.Stopped, s.Total.Total)
	}
}

func TestGroupsAndFilterChooseTheCases(t *testing.T) {
	files := allFiles(t)
	for _, tc := range []struct {
		name   string
		o      harness.Options
		number int
	}{
		{"a group", harness.Options{Groups: []string{oracle.GroupPoint}}, 40},
		{"two groups", harness.Options{Groups: []string{oracle.GroupPoint, oracle.GroupGreedy}}, 56},
		{"a pattern", harness.Options{Filter: regexp.MustCompile(`^rng/s1/000[0-4]$`)}, 5},
		{"both", harness.Options{Groups: []string{oracle.GroupPoint}, Filter: regexp.MustCompile(`/000[0-4]$`)}, 5},
		{"nothing", harness.Options{Filter: regexp.MustCompile(`^$`)}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := &scripted{t: t}
			if s := replay(t, e, files, tc.o); s.Total.Total != tc.number || len(e.asked) != tc.number {
				t.Errorf("%d verdicts, %d asked, want %d", s.Total.Total, len(e.asked), tc.number)
			}
		})
	}
}

func TestProgressIsToldOfEveryCaseOneAtATime(t *testing.T) {
	files := fileOf(t, greedy, drawn, refused, batch)
	var told []string
	var counts []int
	s := replay(t, &scripted{t: t}, files, harness.Options{Jobs: 4, Progress: func(done, total int, v *harness.Verdict) {
		counts = append(counts, done)
		told = append(told, v.ID)
		if total != 4 {
			t.Errorf("total %d", total)
		}
	}})
	if diff := cmp.Diff([]int{1, 2, 3, 4}, counts); diff != "" {
		t.Error(diff)
	}
	sorted := cmpopts.SortSlices(func(a, b string) bool { return a < b })
	if diff := cmp.Diff(ids(s), told, sorted); diff != "" {
		t.Error(diff)
	}
}

func TestACancelledReplayHasNoSummary(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	e := &scripted{t: t, script: map[string]reply{drawn: func(ctx context.Context, _ *oracle.Case) (oracle.Output, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}}}
	s, err := harness.Replay(ctx, e, fileOf(t, greedy, drawn, refused, batch), harness.Options{Jobs: 1})
	if s != nil || !errors.Is(err, context.Canceled) || err.Error() != "stopped after 1 of 4 cases: context canceled" {
		t.Errorf("got %v, %v", s, err)
	}
}

func TestAReplayNeedsAnEngineThatStarts(t *testing.T) {
	broken := errors.New("no such program")
	s, err := harness.Replay(t.Context(), &scripted{t: t, config: broken}, fileOf(t, greedy), harness.Options{})
	if s != nil || !errors.Is(err, broken) {
		t.Errorf("got %v, %v", s, err)
	}
}

func TestReplayKeepsValuesOnlyWhereSomethingIsWrongOrDeclared(t *testing.T) {
	s := replay(t, &scripted{t: t}, fileOf(t, refused, greedy), harness.Options{})
	for _, p := range append(s.Verdicts[0].Parts, s.Verdicts[1].Parts...) {
		if (p.Outcome == harness.Equal) != (p.Want == nil) {
			t.Errorf("%s is %s and holds %q", p.Name, p.Outcome, p.Want)
		}
	}
}
