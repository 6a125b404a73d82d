package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
)

type storeGCCmd struct {
	storeDir
	Budget int64 `placeholder:"BYTES" help:"Also remove the checkpoints that were not used for longest, until the others have no more than this many bytes."`
}

// Help is shown by store gc --help.
func (*storeGCCmd) Help() string {
	return `Removes quarantined checkpoints, what was dropped and could not be removed at the time, and what
saves that failed have left.

Example:

    rowproof store gc --budget 1000000000 ~/.cache/rowproof/checkpoints`
}

// Validate refuses a budget that cannot be meant.
func (c *storeGCCmd) Validate() error {
	if c.Budget < 0 {
		return fmt.Errorf("--budget: %d is below 0", c.Budget)
	}
	return nil
}

// Run collects garbage.
func (c *storeGCCmd) Run(ctx context.Context, p *program) (err error) {
	before, err := survey(c.Dir) // opening the store already removes some of it
	if err != nil {
		return coded(exitReceipt, err)
	}
	s, err := c.open(p, c.Budget)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	stored, quarantined := numbers(s)
	_, err = s.GC(ctx)
	storedLeft, quarantinedLeft := numbers(s)
	after, surveyed := survey(c.Dir)
	if surveyed != nil {
		return errors.Join(err, coded(exitReceipt, surveyed))
	}
	fmt.Fprintf(p.stdout, "%d bytes freed: %d quarantined, %d beyond the budget, %d left over by a crash\n", before.bytes-after.bytes,
		quarantined-quarantinedLeft, stored-storedLeft, before.left-after.left)
	fmt.Fprintf(p.stdout, "%s, %d bytes left\n", checkpoints(storedLeft+quarantinedLeft), after.bytes)
	return err
}

// numbers are how many checkpoints are stored and how many are quarantined.
func numbers(s *checkpoint.Store) (stored, quarantined int) {
	for _, i := range s.List() {
		if i.Quarantined == "" {
			stored++
		} else {
			quarantined++
		}
	}
	return stored, quarantined
}

// surveyed is what a folder holds.
type surveyed struct {
	bytes int64
	left  int // tombstones and files that were being written
}

func survey(dir string) (surveyed, error) {
	files, err := disk.Real{}.List(dir)
	var s surveyed
	for _, f := range files {
		if f.Name == "lock" {
			continue
		}
		s.bytes += f.Size
		if suffix := filepath.Ext(f.Name); suffix == ".staging" || suffix == ".void" {
			s.left++
		}
	}
	return s, err
}
