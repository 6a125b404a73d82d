package steps

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"slices"
	"sync"

	"github.com/cucumber/godog"

	"rowproof/features"
	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/receipts"
)

// ErrNoScenarios marks a folder or a file of features without a scenario:
// nothing would be proven, and nobody would notice.
var ErrNoScenarios = errors.New("no scenarios")

// builtIn are the receipts of this binary, read once: nobody writes to a case.
var builtIn = sync.OnceValues(func() ([]*oracle.File, error) { return harness.LoadFS(receipts.FS, "receipts") })

// Run runs all features and says what became of each scenario. Scenarios that do
// not pass are a result and no error. An error means that the run itself could
// not be done: the engine has no Config, a feature cannot be parsed, ctx ended.
// Run does not close the engine.
func Run(ctx context.Context, o Options) (Result, error) {
	return suite{"features", features.FS, allSteps}.run(ctx, o.withDefaults())
}

// suite is a folder of features with the vocabulary they are written in.
type suite struct {
	folder     string // how places name it
	files      fs.FS
	vocabulary []step
}

func (s suite) run(ctx context.Context, o Options) (Result, error) {
	if _, err := o.Engine.Config(ctx); err != nil {
		return Result{}, fmt.Errorf("the engine gives no configuration: %w", err)
	}
	names, err := s.names()
	if err != nil {
		return Result{}, err
	}
	c, err := s.collect(names, o.Progress)
	if err != nil {
		return Result{}, err
	}
	tiny := newModels()
	var output bytes.Buffer
	status := godog.TestSuite{
		Name: "rowproof",
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			w := &world{engine: o.Engine, receipts: builtIn, models: tiny, guard: newGuard(o.Deadline), seed: 1}
			c.watch(sc)
			sc.After(w.end)
			bind(sc, w, s.vocabulary)
		},
		Options: &godog.Options{
			Format:         "progress",
			NoColors:       true,
			Output:         &output,
			Strict:         true,
			Randomize:      o.Seed,
			Concurrency:    o.Concurrency,
			DefaultContext: ctx,
			FS:             s.files,
			Paths:          shuffled(names, o.Seed),
		},
	}.Run()
	if err := tiny.close(); err != nil {
		return Result{}, err
	}
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	r := Result{Seed: o.Seed, Features: c.result()}
	// The collector may be stricter than godog, which lets skipped steps pass, but
	// it must not be blind to something that godog saw.
	if status != 0 && r.OK() {
		return Result{}, fmt.Errorf("godog ended with status %d although %d scenarios passed:\n%s", status, r.Counts().Passed, output.String())
	}
	return r, nil
}

func (s suite) names() ([]string, error) { return fs.Glob(s.files, "*.feature") }

// shuffled is the order of files; godog shuffles scenarios within a file only.
func shuffled(names []string, seed int64) []string {
	names = slices.Clone(names)
	rand.New(rand.NewSource(seed)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names
}
