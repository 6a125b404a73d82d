package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rowproof/harness"
	"rowproof/harness/report"
	"rowproof/oracle"
)

type replayCmd struct {
	Paths    []string   `arg:"" name:"path" help:"Receipt files, or folders to search for *.jsonl receipts."`
	Model    []string   `placeholder:"DIR" help:"Replay receipts of whole generations on this model, or on those in this folder; may be repeated."`
	Engine   engineSpec `default:"inprocess" placeholder:"ENGINE" help:"The engine to ask: ${engines}."`
	Group    []string   `short:"g" placeholder:"NAME" help:"Only cases of this group; may be repeated."`
	Filter   string     `short:"f" placeholder:"REGEXP" help:"Only cases whose id matches."`
	FailFast bool       `help:"Stop at the first case that differs."`
	Jobs     jobs       `short:"j" placeholder:"N" help:"Cases in flight at once; one per CPU if not given."`
	Out      string     `placeholder:"DIR" help:"Also write report.json and junit.xml there."`
}

// Help is shown by replay --help.
func (*replayCmd) Help() string {
	return `Replays receipts through the engine and ends with one line:
total N: E equal, X exceptions, U unsupported, D differ

Examples:

    rowproof replay receipts/rows
    rowproof replay receipts --group ordinary-entry --group point-mass
    rowproof replay receipts --engine 'exec:python3 my_engine.py'
    rowproof replay receipts --engine wrong:last-tie-wins
    rowproof replay --model receipts/models/tiny-f32 receipts/e2e/clean.jsonl
    rowproof replay --model receipts/models receipts/e2e --filter 'batched_cycle .* nan'
    rowproof replay receipts/rows/ordinary-entry.jsonl --filter '/00[0-4].$' --fail-fast`
}

// Run replays what the command line names.
func (c *replayCmd) Run(ctx context.Context, p *program) error {
	if len(c.Model) > 0 {
		return c.generations(ctx, p)
	}
	o, err := c.options()
	if err != nil {
		return coded(exitUsage, err)
	}
	if c.Out != "" {
		if err := report.Prepare(c.Out); err != nil {
			return coded(exitUsage, err)
		}
	}
	files, err := p.load(ctx, c.Paths...)
	if err != nil {
		if more := hint(c.Paths); more != "" {
			err = coded(exitReceipt, fmt.Errorf("%w; %s", err, more))
		}
		return err
	}
	p.leftOut(c.Paths)
	if err := p.open(ctx, c.Engine, c.Jobs); err != nil {
		return err
	}
	s, err := p.replay(ctx, files, o)
	if err != nil {
		return err
	}
	return p.finish(s, nil, c.Out)
}

func (c *replayCmd) options() (harness.Options, error) {
	o := harness.Options{Jobs: int(c.Jobs), Groups: c.Group, FailFast: c.FailFast}
	for _, g := range c.Group {
		if !slices.Contains(oracle.Groups(), g) {
			return o, fmt.Errorf("--group: unknown group %q; known: %s", g, strings.Join(oracle.Groups(), ", "))
		}
	}
	var err error
	o.Filter, err = c.filter()
	return o, err
}

// filter is nil where nothing is to be filtered.
func (c *replayCmd) filter() (*regexp.Regexp, error) {
	if c.Filter == "" {
		return nil, nil //nolint:nilnil // no filter is a filter
	}
	filter, err := regexp.Compile(c.Filter)
	if err != nil {
		return nil, fmt.Errorf("--filter: %w", err)
	}
	return filter, nil
}
