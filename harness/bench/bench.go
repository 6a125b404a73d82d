// Package bench measures the readers of a row against the cheapest thing that
// could be done with it, taking its maximum. All figures of a report come from
// one run, round by round in turn, because the speed of a shared machine
// changes from minute to minute and only ratios survive that.
package bench

import (
	"context"
	"runtime"
	"slices"
	"time"

	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
)

// Width is the vocabulary of the Qwen 3.5 family.
const Width = 248320

// Task is one thing to time. Rows is how many rows one run of it reads.
type Task struct {
	Name string
	Rows int
	Run  func() error
}

// Result is what a task took, per run: the median over the rounds, the median of
// its ratio to the first task within each round, and heap allocations per run.
type Result struct {
	Task
	Median time.Duration
	Ratio  float64
	Allocs float64
	// What the other engine took, median over the rounds, and the median of its
	// ratio to ours within each round; 0 without one, and for the first task.
	Rival time.Duration
	Gain  float64
}

// Tasks are the readers, the plain maximum first.
func Tasks() []Task {
	stream := numpy.New(1)
	values := make([]float32, Width)
	for i := range values {
		values[i] = float32(16*stream.Float64() - 8)
	}
	row := logits.F32(values)
	reader := func(name string, cfg sample.Config) Task {
		var s sample.Sampler
		return Task{name, 1, func() error {
			_, err := s.Next(row, nil, cfg, stream)
			return err
		}}
	}
	const batch = 8
	rows := make([]logits.Row, batch)
	for i := range rows {
		rows[i] = row
	}
	var s sample.Sampler
	sampled := sample.Config{Temperature: 0.6, TopP: 0.95, TopK: 20}
	return []Task{
		{"plain maximum", 1, func() error { runtime.KeepAlive(maximum(values)); return nil }},
		reader("checked greedy", sample.Config{}),
		reader("checked sampled 0.6/0.95/20", sampled),
		reader("checked dense 1.0/0.95", sample.Config{Temperature: 1, TopP: 0.95}),
		{"checked greedy, 8 rows", batch, func() error {
			_, err := logits.CheckAll(rows, nil, logits.Greedy)
			return err
		}},
		{"checked sampled, 8 rows", batch, func() error {
			checked, err := logits.CheckAll(rows, nil, logits.TopK)
			if err != nil {
				return err
			}
			_, err = s.Batched(checked, sampled)
			return err
		}},
	}
}

// slice is how long one task runs within a round: long enough for the clock,
// short enough that a round sees one speed of the machine.
const slice = 20 * time.Millisecond

// Run times every task in turn, rounds times, and calls progress after each
// round. A rival (nil for none) takes its turn right after ours, with every task
// but the first, which is no reader.
func Run(ctx context.Context, tasks []Task, rival *Rival, rounds int, progress func(done int)) ([]Result, error) {
	times := make([][]time.Duration, len(tasks))
	theirs := make([][]time.Duration, len(tasks))
	results := make([]Result, len(tasks))
	for round := range rounds {
		for i, task := range tasks {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			took, allocs, err := measure(task)
			if err != nil {
				return nil, err
			}
			times[i] = append(times[i], took)
			if rival != nil && i > 0 {
				took, err := rival.Time(task.Name)
				if err != nil {
					return nil, err
				}
				theirs[i] = append(theirs[i], took)
			}
			// The first round fills the buffers that later ones reuse.
			if round == 1 || rounds == 1 {
				results[i].Allocs = allocs
			}
		}
		progress(round + 1)
	}
	for i, task := range tasks {
		results[i].Task, results[i].Median, results[i].Ratio = task, median(times[i]), ratio(times[i], times[0])
		if theirs[i] != nil {
			results[i].Rival, results[i].Gain = median(theirs[i]), ratio(theirs[i], times[i])
		}
	}
	return results, nil
}

func measure(task Task) (each time.Duration, allocs float64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	runs := 0
	start := time.Now()
	for elapsed := time.Duration(0); elapsed < slice; elapsed = time.Since(start) {
		if err := task.Run(); err != nil {
			return 0, 0, err
		}
		runs++
	}
	each = time.Since(start) / time.Duration(runs)
	runtime.ReadMemStats(&after)
	return each, float64(after.Mallocs-before.Mallocs) / float64(runs), nil
}

// ratio is the median of a/b within each round.
func ratio(a, b []time.Duration) float64 {
	ratios := make([]float64, len(a))
	for round := range ratios {
		ratios[round] = float64(a[round]) / float64(b[round])
	}
	return median(ratios)
}

func median[T int64 | float64 | time.Duration](x []T) T {
	x = slices.Clone(x)
	slices.Sort(x)
	return x[len(x)/2]
}
