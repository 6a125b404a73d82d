package steps

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/dlclark/regexp2/v2"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"rowproof/features"
	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

// stopping ends the clock that the tokenizer's patterns keep for a while.
type stopping struct{ *testing.M }

func (m stopping) Run() int {
	defer regexp2.StopTimeoutClock()
	return m.M.Run()
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(stopping{m}) }

// TestFeatures runs the requirements themselves.
func TestFeatures(t *testing.T) {
	done, total := 0, 0
	r, err := Run(t.Context(), Options{Progress: func(d, n int) {
		if d != done+1 {
			t.Errorf("progress %d after %d", d, done)
		}
		done, total = d, n
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Features {
		for _, s := range f.Scenarios {
			if s.Outcome != Passed {
				t.Errorf("%s: %s (order seed %d)\n  %s", s.Outcome, s.Name, r.Seed, s.Failure)
			}
		}
	}
	n := r.Counts()
	if !r.OK() || n.Total != done || done != total {
		t.Errorf("%+v, progress ended at %d of %d", n, done, total)
	}
	const floor = 1175 // scenarios do not vanish unnoticed
	if n.Total < floor {
		t.Errorf("%d scenarios, there were %d", n.Total, floor)
	}
}

// blind is our engine without a verdict: where ours refuses, it gives token 0.
type blind struct{ harness.Engine }

func (b blind) Answer(ctx context.Context, c *oracle.Case) (oracle.Output, error) {
	out, err := b.Engine.Answer(ctx, c)
	zero := int64(0)
	switch out := out.(type) {
	case *oracle.OrdinaryOut:
		for i := range out.Draws {
			if out.Draws[i].Err != nil {
				out.Draws[i].Tok, out.Draws[i].Err = &zero, nil
			}
		}
	case *oracle.GreedyOut:
		if out.Forward.Batched.Err != nil {
			out.Forward.Batched = oracle.TokensOrErr{Tokens: make([]int64, len(out.Forward.Order))}
		}
	}
	return out, err
}

// TestABlindEngineFails: the features are about the engine they are given.
func TestABlindEngineFails(t *testing.T) {
	for _, name := range []string{"greedy.feature", "legal_masks.feature", "batched.feature"} {
		text, err := features.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s := suite{"features", fstest.MapFS{name: {Data: text}}, allSteps}
		r, err := s.run(t.Context(), Options{Engine: blind{inprocess.New()}}.withDefaults())
		if err != nil {
			t.Fatal(err)
		}
		if n := r.Counts(); n.Failed == 0 || n.Passed == 0 {
			t.Errorf("%s: %+v", name, n)
		}
	}
}

type mute struct{ harness.Engine }

var errMute = errors.New("mute")

func (mute) Config(context.Context) (harness.Info, error) { return harness.Info{}, errMute }

func TestAnEngineWithoutConfigIsAnError(t *testing.T) {
	if _, err := Run(t.Context(), Options{Engine: mute{}}); !errors.Is(err, errMute) {
		t.Error(err)
	}
}

// TestAnEndedContextIsAnError: what was seen until then is no result.
func TestAnEndedContextIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	text := "Feature: f\n  Scenario: first\n    Given an interrupt\n  Scenario: second\n    Given an interrupt\n"
	interrupt := bound(`an interrupt`, func(_ *world, ctx context.Context) error { cancel(why); <-ctx.Done(); return ctx.Err() })
	s := suite{"interrupted", fstest.MapFS{"a.feature": {Data: []byte(text)}}, []step{interrupt}}
	if r, err := s.run(ctx, Options{}.withDefaults()); !errors.Is(err, why) || len(r.Features) > 0 {
		t.Errorf("%+v %v", r, err)
	}
}

// TestTheSeedGivesTheOrder: a failure that depends on the order can be seen again.
func TestTheSeedGivesTheOrder(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"a", "b", "c"} {
		text := []string{"Feature: " + name}
		for _, number := range []string{"1", "2", "3", "4", "5"} {
			text = append(text, "  Scenario: "+name+number, "    Given number "+number+" of "+name)
		}
		files[name+".feature"] = &fstest.MapFile{Data: []byte(strings.Join(text, "\n"))}
	}
	order := func(seed int64) []string {
		var mu sync.Mutex
		var seen []string
		note := bound(`number (\d) of (\S)`, func(_ *world, number, name string) error {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, name+number)
			return nil
		})
		r, err := suite{"order", files, []step{note}}.run(t.Context(), Options{Seed: seed, Concurrency: 1}.withDefaults())
		if err != nil || !r.OK() || r.Seed != seed {
			t.Fatalf("%+v %v", r, err)
		}
		return seen
	}
	first := order(7)
	if d := cmp.Diff(first, order(7)); d != "" {
		t.Error(d)
	}
	if slices.IsSorted(first) || slices.Equal(first, order(8)) {
		t.Errorf("seed 7 gives %v", first)
	}
}
