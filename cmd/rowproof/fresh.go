package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"rowproof/harness"
	"rowproof/harness/fresh"
	"rowproof/harness/record"
	"rowproof/oracle"
)

type freshCmd struct {
	Oracle engineSpec `required:"" placeholder:"ENGINE" help:"The engine that is right: ${engines}."`
	Engine engineSpec `default:"inprocess" placeholder:"ENGINE" help:"The engine that is asked."`
	Seed   *uint64    `placeholder:"N" help:"Seed; a random one if not given. It is printed."`
	Count  int        `default:"300" placeholder:"M" help:"How many cases over all groups (${default})."`
	Save   string     `default:"out/failures" placeholder:"DIR" help:"Folder for cases that fail, made small (${default})."`
	Jobs   jobs       `short:"j" placeholder:"N" help:"Cases in flight at once; one per CPU if not given."`
}

// shrinkBudget is how often a failing case is asked again to make it small.
const shrinkBudget = 500

// Help is shown by fresh --help.
func (*freshCmd) Help() string {
	return `Makes fresh cases, has the oracle answer them, and holds the engine against the answers as replay
would. A case that differs is made as small as it can be and saved as a receipt, ready for replay
and explain.

Example:

    rowproof fresh --oracle 'exec:build/oracle/bin/python oracle/mtplx_engine.py' --count 300`
}

// Run holds two engines against each other.
func (c *freshCmd) Run(ctx context.Context, p *program) error {
	seed := rand.Uint64()
	if c.Seed != nil {
		seed = *c.Seed
	}
	fmt.Fprintf(p.stdout, "fresh cases of seed %d\n", seed)
	judge, err := p.start(ctx, c.Oracle, c.Jobs)
	if err != nil {
		return err
	}
	return errors.Join(c.judge(ctx, p, judge, seed), coded(exitFailed, judge.Close()))
}

// judge has the oracle answer fresh cases of the groups that it knows.
func (c *freshCmd) judge(ctx context.Context, p *program, judge harness.Engine, seed uint64) error {
	var groups []string // all
	if limited, ok := judge.(interface{ Commands() []string }); ok {
		groups = slices.DeleteFunc(limited.Commands(), func(g string) bool { return !slices.Contains(oracle.Groups(), g) })
	}
	in, err := freshCases(seed, c.Count, groups)
	if err != nil {
		return err
	}
	asked := program{stdout: p.stdout, stderr: p.stderr, engine: judge, log: p.log}
	answers, err := asked.record(ctx, in, c.Jobs)
	if err != nil {
		return err
	}
	if err := p.open(ctx, c.Engine, c.Jobs); err != nil {
		return err
	}
	return c.hold(ctx, p, judge, answers)
}

func (c *freshCmd) hold(ctx context.Context, p *program, judge harness.Engine, answers *record.Recording) error {
	s, err := p.replay(ctx, answers.Files, harness.Options{Jobs: int(c.Jobs)})
	if err != nil {
		return err
	}
	cases := map[string]*oracle.Case{}
	for _, f := range answers.Files {
		for _, k := range f.Cases {
			cases[k.ID] = k
		}
	}
	for _, v := range s.Verdicts {
		if v.Outcome != harness.Differ {
			continue
		}
		small := fresh.Shrink(ctx, cases[v.ID], record.Disagree(ctx, judge, p.engine), shrinkBudget)
		path, err := record.SaveFailure(c.Save, small, answers.Engine)
		if err != nil {
			return coded(exitUsage, err)
		}
		fmt.Fprintf(p.stderr, "rowproof: case %s fails; made small: %s\n", v.ID, path)
	}
	return p.finish(s, nil, "")
}
