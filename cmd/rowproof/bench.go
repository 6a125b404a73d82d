package main

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"rowproof/harness/bench"
)

type benchCmd struct {
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
	bar := p.newBar("bench")
	results, err := bench.Run(ctx, bench.Tasks(), int(c.Rounds), func(done int) { bar.at(done, int(c.Rounds)) })
	bar.close()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "width %d, %s scan\ttime\tper row\tratio to maximum\tallocations\n", bench.Width, scanKind())
	for _, r := range results {
		fmt.Fprintf(w, "%s\t%s\t%s\t%.2f\t%.0f\n", r.Name,
			r.Median.Round(100*time.Nanosecond), (r.Median / time.Duration(r.Rows)).Round(100*time.Nanosecond), r.Ratio, r.Allocs)
	}
	return w.Flush()
}
