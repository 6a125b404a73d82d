package main

import (
	"context"
	"errors"
	"fmt"

	"rowproof/harness/record"
	"rowproof/oracle"
)

type recordCmd struct {
	Oracle engineSpec `required:"" placeholder:"ENGINE" help:"The engine whose answers are kept: ${engines}."`
	In     string     `arg:"" help:"Inputs or receipts: a file, or a folder to search."`
	Out    string     `arg:"" optional:"" help:"Folder for the receipts."`
	Check  bool       `help:"Write nothing; hold the answers against the records in IN."`
	Models string     `placeholder:"DIR" help:"Folder of the models that end-to-end receipts were recorded with: IN is a folder or a file of those."`
	Subset string     `enum:"all,ci" default:"all" help:"Of end-to-end receipts: ${enum}; ci is what every change records again."`
	Jobs   jobs       `short:"j" placeholder:"N" help:"Cases in flight at once; one per CPU if not given."`
}

// Help is shown by record --help.
func (*recordCmd) Help() string {
	return `Recording is replaying with the answers kept. All answers are there before the first file gets its
name; a case on which the engine breaks down leaves nothing. Cases that it does not support are
left out, and said.

Examples:

    rowproof record --oracle 'exec:build/oracle/bin/python oracle/mtplx_engine.py' build/inputs build/receipts
    rowproof record --oracle 'exec:build/oracle/bin/python oracle/mtplx_engine.py' --check receipts/rows
    rowproof record --oracle 'exec:build/oracle/bin/python oracle/mtplx_engine.py' --models receipts/models --check receipts/e2e`
}

// Validate wants exactly one of OUT and --check.
func (c *recordCmd) Validate() error {
	if c.Check == (c.Out != "") {
		return errors.New("record needs either OUT or --check")
	}
	return nil
}

// Run records, or records again and compares.
func (c *recordCmd) Run(ctx context.Context, p *program) error {
	if c.Models != "" {
		return c.runs(ctx, p)
	}
	in, err := record.Load(c.In)
	if err != nil {
		return coded(exitReceipt, err)
	}
	if err := p.open(ctx, c.Oracle, c.Jobs); err != nil {
		return err
	}
	again, err := p.record(ctx, in, c.Jobs)
	if err != nil {
		return err
	}
	if c.Check {
		return p.compare(in, again)
	}
	if err := record.Write(c.Out, again.Files); err != nil {
		return coded(exitUsage, err)
	}
	fmt.Fprintf(p.stdout, "%d cases recorded in %s\n", countCases(again.Files), c.Out)
	return nil
}

// record asks the program's engine, and says what it left out.
func (p *program) record(ctx context.Context, in []*oracle.File, jobs jobs) (*record.Recording, error) {
	bar := p.newBar("record")
	defer bar.close()
	again, err := record.Record(ctx, p.engine, in, record.Options{Jobs: int(jobs), Progress: bar.at})
	if err != nil {
		return nil, err
	}
	reasons := map[string]int{}
	for _, u := range again.Unsupported {
		reasons[u.Group+": "+u.Reason]++
	}
	for reason, n := range reasons {
		fmt.Fprintf(p.stderr, "rowproof: %d cases left out, %s\n", n, reason)
	}
	return again, nil
}

func (p *program) compare(in []*oracle.File, again *record.Recording) error {
	diff := record.Diff(in, again.Files)
	for i, change := range diff.Changed {
		if i == shownProblems {
			fmt.Fprintf(p.stderr, "rowproof: %d more cases differ\n", len(diff.Changed)-i)
			break
		}
		fmt.Fprintf(p.stderr, "rowproof: case %s: %s\n", change.ID, change.Problem)
	}
	fmt.Fprintln(p.stdout, diff.Line())
	if !diff.OK() {
		return coded(exitFailed, errors.New("the second recording is not the first"))
	}
	return nil
}
