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
	"testing/synctest"

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

// canary is a vocabulary that fails in every way. Closing release ends the step that
// hangs, when a test is done with it.
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

// runCanary runs in time of its own, so that the deadline is the real one and still
// nobody waits for it.
func runCanary(t *testing.T, files fs.FS) (r Result, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := canary{make(chan struct{})}
		defer close(c.release)
		r, err = suite{"canary", files, c.vocabulary()}.run(t.Context(), Options{}.withDefaults())
	})
	return r, err
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
		"a step hangs and does not listen":    "canary/hanging.feature:2: a step hangs and does not listen: scenario is past its deadline of 1m0s",
		"a step hangs until its context ends": "canary/hanging.feature:7: a step hangs until its context ends: scenario is past its deadline of 1m0s",
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
