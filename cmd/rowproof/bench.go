package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"rowproof/harness/bench"
	"rowproof/harness/pipe"
)

type benchCmd struct {
	Oracle string `placeholder:"COMMAND" help:"Also time this engine, task by task in turn (oracle/mtplx_bench.py)."`
	Rounds rounds `default:"20" placeholder:"N" help:"Rounds to take the median of (${default})."`
}

// rounds is how often everything is timed.
type rounds int

const mostRounds = 10000

// Validate refuses numbers that cannot be meant.
func (r rounds) Validate() error {
	if r < 1 || r > mostRounds {
		return fmt.Errorf("%d is not between 1 and %d", r, mostRounds)
	}
	return nil
}

// Help is shown by bench --help.
func (*benchCmd) Help() string {
	return `Times every reader of a row against taking the row's maximum, all in one run. Times depend on the
machine and its other work; the ratios to the maximum are what can be compared.

Example:

    rowproof bench --rounds 50`
}

// Run times the readers and prints the medians.
func (c *benchCmd) Run(ctx context.Context, p *program) error {
	var rival *bench.Rival
	if c.Oracle != "" {
		var err error
		if rival, err = bench.StartRival(ctx, pipe.Shell(c.Oracle)); err != nil {
			return coded(exitNoEngine, err)
		}
	}
	bar := p.newBar("bench")
	results, err := bench.Run(ctx, bench.Tasks(), rival, int(c.Rounds), func(done int) { bar.at(done, int(c.Rounds)) })
	bar.close()
	if rival != nil {
		err = errors.Join(err, rival.Close())
	}
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	against := ""
	if rival != nil {
		against = "\toracle\toracle / ours"
	}
	fmt.Fprintf(w, "width %d, %s scan\ttime\tper row\tratio to maximum\tallocations%s\n", bench.Width, scanKind(), against)
	for _, r := range results {
		fmt.Fprintf(w, "%s\t%s\t%s\t%.2f\t%.0f", r.Name, fine(r.Median), fine(r.Median/time.Duration(r.Rows)), r.Ratio, r.Allocs)
		if r.Rival > 0 {
			fmt.Fprintf(w, "\t%s\t%.1f", fine(r.Rival), r.Gain)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func fine(d time.Duration) time.Duration { return d.Round(100 * time.Nanosecond) }
