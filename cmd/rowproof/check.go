package main

import (
	"context"

	"rowproof/harness"
	"rowproof/harness/report"
)

type checkCmd struct {
	Out      string   `default:"out" placeholder:"DIR" help:"Folder for report.json and junit.xml (${default})."`
	Jobs     jobs     `short:"j" placeholder:"N" help:"Cases in flight at once; one per CPU if not given."`
	Receipts []string `sep:"none" placeholder:"DIR" help:"Receipts to replay instead of the built-in ones; may be repeated."`
}

// Help is shown by check --help.
func (*checkCmd) Help() string {
	return `Replays every receipt through the engine, row by row and in whole generations, runs the
features, prints a table per group and leaves report.json and junit.xml in the out folder.

Examples:

    rowproof check
    rowproof check --out build/report --jobs 2
    rowproof check --receipts ./my-receipts`
}

// Run does the main job.
func (c *checkCmd) Run(ctx context.Context, p *program) error {
	if err := report.Prepare(c.Out); err != nil {
		return coded(exitUsage, err)
	}
	files, err := p.load(ctx, c.Receipts...)
	if err != nil {
		return err
	}
	s, err := p.replay(ctx, files, harness.Options{Jobs: int(c.Jobs)})
	if err != nil {
		return err
	}
	if len(c.Receipts) == 0 {
		generations, err := p.builtInGenerations(ctx, c.Jobs)
		if err != nil {
			return err
		}
		s = harness.Join(s, generations)
	}
	features, err := p.runFeatures(ctx, int(c.Jobs))
	if err != nil {
		return err
	}
	return p.finish(s, features, c.Out)
}
