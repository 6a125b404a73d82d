package main

import (
	"errors"
	"fmt"

	"rowproof/harness/fresh"
	"rowproof/harness/record"
	"rowproof/oracle"
)

type casesCmd struct {
	Seed  uint64   `required:"" placeholder:"N" help:"Seed: the same one gives the same cases on every machine."`
	Count int      `default:"0" placeholder:"M" help:"How many cases over all groups; as many as the shared receipts if not given."`
	Group []string `short:"g" placeholder:"NAME" help:"Only cases of this group; may be repeated."`
	Out   string   `required:"" placeholder:"DIR" help:"Folder for one file per group."`
}

// Help is shown by cases --help.
func (*casesCmd) Help() string {
	return `Makes inputs that no receipt holds, with the kinds, widths and formats of the shared receipts and a
few that those lack. They have no answers yet: give them to record.

Example:

    rowproof cases --seed 7 --count 300 --out build/inputs`
}

// Run writes fresh cases.
func (c *casesCmd) Run(p *program) error {
	files, err := freshCases(c.Seed, c.Count, c.Group)
	if err != nil {
		return err
	}
	if err := record.Write(c.Out, files); err != nil {
		return coded(exitUsage, err)
	}
	fmt.Fprintf(p.stdout, "%d cases of seed %d in %s\n", countCases(files), c.Seed, c.Out)
	return nil
}

func freshCases(seed uint64, count int, groups []string) ([]*oracle.File, error) {
	files, err := fresh.Generate(seed, count, groups)
	if errors.Is(err, fresh.ErrGenerate) {
		err = coded(exitUsage, err)
	}
	return files, err
}
