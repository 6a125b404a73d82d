package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"rowproof/engine/checkpoint"
)

type storeVerifyCmd struct{ storeDir }

// Help is shown by store verify --help.
func (*storeVerifyCmd) Help() string {
	return `Reads every checkpoint of a store and checks it as if it were to be restored: sizes and sums, its
name, and that its row and tensors may be gone on from. One that fails is quarantined. Exit
code 1 if there is any, or if one was quarantined before.

Example:

    rowproof store verify ~/.cache/rowproof/checkpoints`
}

// Run verifies.
func (c *storeVerifyCmd) Run(ctx context.Context, p *program) (err error) {
	s, err := c.open(p, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	all := len(s.List())
	bar := p.newBar("verify")
	problems, err := s.Verify(ctx, func(done, all int64) { bar.at(int(done), int(all)) })
	bar.close()
	if err != nil {
		return err
	}
	bad := map[checkpoint.Name]string{}
	for _, problem := range problems {
		bad[problem.Name] = problem.Err.Error()
	}
	for _, i := range s.List() {
		if i.Quarantined != "" {
			bad[i.Name] = "quarantined: " + i.Quarantined
		}
	}
	for _, name := range slices.Sorted(maps.Keys(bad)) {
		fmt.Fprintf(p.stdout, "%s: %s\n", name, bad[name])
	}
	fmt.Fprintf(p.stdout, "%s, %d bad\n", checkpoints(all), len(bad))
	if len(bad) > 0 {
		return coded(exitFailed, fmt.Errorf("%s: %s cannot be restored", c.Dir, checkpoints(len(bad))))
	}
	return nil
}

func checkpoints(n int) string {
	if n == 1 {
		return "1 checkpoint"
	}
	return fmt.Sprintf("%d checkpoints", n)
}
