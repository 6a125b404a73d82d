package steps

import (
	"math/rand/v2"
	"runtime"
	"time"

	"rowproof/harness"
	"rowproof/harness/inprocess"
)

// DefaultDeadline is how long one scenario may take.
const DefaultDeadline = 60 * time.Second

// Options of a run. The zero value runs our own engine in a random order with
// one scenario per CPU at a time.
type Options struct {
	Engine      harness.Engine // asked by the steps, never closed here; nil: the engine of this binary
	Seed        int64          // of the order of scenarios; 0: a new one, told in Result.Seed
	Concurrency int            // scenarios at once; below 1: one per CPU
	Deadline    time.Duration  // of one scenario; 0: DefaultDeadline
	// Progress is told after each scenario how many are done and how many there
	// will be. Calls come one at a time.
	Progress func(done, total int)
}

func (o Options) withDefaults() Options {
	if o.Engine == nil {
		o.Engine = inprocess.New()
	}
	for o.Seed == 0 {
		o.Seed = rand.Int64() // never negative: godog takes -1 for "choose one"
	}
	if o.Concurrency < 1 {
		o.Concurrency = runtime.NumCPU()
	}
	if o.Deadline == 0 {
		o.Deadline = DefaultDeadline
	}
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	return o
}
