package steps

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/cucumber/godog"
	"github.com/google/go-cmp/cmp"
)

//go:embed testdata/canary
var canaries embed.FS

// canaryFiles are features that must fail, each for another reason.
func canaryFiles(t *testing.T) fs.FS {
	t.Helper()
	files, err := fs.Sub(canaries, "testdata/canary")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// release ends the step that hangs when a test is done with it.
type canary struct{ release chan struct{} }

func (c canary) vocabulary() []step {
	return []step{
		bound(`a step that passes`, func(*world) error { return nil }),
		bound(`a step fails`, func(*world) error { return errors.New("as it should") }),
		bound(`a step is pending`, func(*world) error { return godog.ErrPending }),
		bound(`a step skips the rest`, func(*world) error { return godog.ErrSkip }),
		bound(`a step hangs and does not listen`, func(*world) error { <-c.release; return nil }),
		bound(`a step hangs until its context ends`, func(_ *world, ctx context.Context) error { <-ctx.Done(); return ctx.Err() }),
		bound(`a step panics`, func(*world) error { panic("a canary") }),
		bound(`a step that two sentences fit`, func(*world) error { return nil }),
		bound(`a step that two .* fit`, func(*world) error { return nil }),
		bound(`a step that takes (\d+)`, func(*world, int) error { return nil }),
	}
}

func runCanary(t *testing.T, files fs.FS) (Result, error) {
	t.Helper()
	c := canary{make(chan struct{})}
	defer close(c.release)
	o := Options{Deadline: 100 * time.Millisecond}.withDefaults()
	return suite{"canary", files, c.vocabulary()}.run(t.Context(), o)
}

var canaryOutcomes = map[string]Outcome{
	"a step fails":                            Failed,
	"a step that nothing binds":               Undefined,
	"the last step is one that nothing binds": Undefined,
	"a step is pending":                       Pending,
	"a step skips the rest":                   Pending,
	"the last step skips":                     Pending,
	"a step hangs and does not listen":        Failed,
	"a step hangs until its context ends":     Failed,
	"a step panics":                           Failed,
	"two sentences fit a step":                Failed,
	"no steps at all":                         Undefined,
	"a number that is too large":              Failed,
}

func outcomes(r Result) map[string]Outcome {
	seen := map[string]Outcome{}
	for _, f := range r.Features {
		for _, s := range f.Scenarios {
			seen[s.Name] = s.Outcome
		}
	}
	return seen
}

// TestEveryCanaryIsSeenToFail: a run that cannot fail proves nothing.
func TestEveryCanaryIsSeenToFail(t *testing.T) {
	r, err := runCanary(t, canaryFiles(t))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(canaryOutcomes, outcomes(r)); d != "" {
		t.Error(d)
	}
	for _, f := range r.Features {
		for _, s := range f.Scenarios {
			if !strings.HasPrefix(s.Failure, f.File+":") {
				t.Errorf("%s: the failure does not begin with the place: %s", s.Name, s.Failure)
			}
		}
	}
}

// TestEachCanaryFailsAlone: beside a failure, another one could go unseen.
func TestEachCanaryFailsAlone(t *testing.T) {
	files := canaryFiles(t)
	names, err := fs.Glob(files, "*.feature")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(path.Base(name), func(t *testing.T) {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			r, err := runCanary(t, fstest.MapFS{name: {Data: text}})
			if err != nil {
				t.Fatal(err)
			}
			n := r.Counts()
			if r.OK() || n.Passed != 0 || n.Total == 0 {
				t.Errorf("%+v", n)
			}
		})
	}
}

// TestWhatACanarySays: a person has to find the place.
func TestWhatACanarySays(t *testing.T) {
	r, err := runCanary(t, canaryFiles(t))
	if err != nil {
		t.Fatal(err)
	}
	says := map[string]string{
		"a step fails":                        "canary/failing.feature:2: a step fails: as it should",
		"a step hangs and does not listen":    "canary/hanging.feature:2: a step hangs and does not listen: scenario is past its deadline of 100ms",
		"a step hangs until its context ends": "canary/hanging.feature:7: a step hangs until its context ends: scenario is past its deadline of 100ms",
		"a step panics":                       "canary/panicking.feature:2: a step panics: step panicked: a canary\n",
		"no steps at all":                     "canary/stepless.feature:2: the scenario has no steps",
	}
	for _, f := range r.Features {
		for _, s := range f.Scenarios {
			if !strings.HasPrefix(s.Failure, says[s.Name]) {
				t.Errorf("%s: %s", s.Name, s.Failure)
			}
		}
	}
}

// outline has a scenario that runs and one that never will.
const outline = `Feature: f
  Scenario: s
    Given a step that passes

  Rule: r
    Scenario Outline: o
      Given a step that <x>

      Examples:
        | x |
`

// TestNoScenariosIsAnError: godog says success where there is nothing to run.
func TestNoScenariosIsAnError(t *testing.T) {
	passing := &fstest.MapFile{Data: []byte("Feature: f\n  Scenario: s\n    Given a step that passes\n")}
	for name, files := range map[string]fs.FS{
		"an empty folder":               fstest.MapFS{},
		"no feature in the folder":      fstest.MapFS{"readme.md": {}},
		"an empty file":                 fstest.MapFS{"a.feature": {}, "b.feature": passing},
		"a feature without a scenario":  fstest.MapFS{"a.feature": {Data: []byte("Feature: nothing\n")}, "b.feature": passing},
		"an outline without an example": fstest.MapFS{"a.feature": {Data: []byte(outline)}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := runCanary(t, files)
			if !errors.Is(err, ErrNoScenarios) {
				t.Errorf("%+v %v", r, err)
			}
		})
	}
}

func TestAFileThatIsNoGherkinIsAnError(t *testing.T) {
	_, err := runCanary(t, fstest.MapFS{"a.feature": {Data: []byte("Given nothing\n")}})
	if err == nil || !strings.Contains(err.Error(), "a.feature") {
		t.Error(err)
	}
}
