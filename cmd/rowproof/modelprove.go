package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"rowproof/harness/e2erecord"
	"rowproof/harness/modelprove"
)

type modelProveCmd struct {
	Oracle engineSpec `required:"" placeholder:"ENGINE" help:"The oracle: exec:COMMAND (oracle/mtplx_engine.py)."`
	Dirs   []string   `arg:"" optional:"" name:"dir" type:"existingdir" help:"Folders of clean models; if none is given, models as model make makes them, in float32 and bfloat16."`
}

// Help is shown by model prove --help.
func (*modelProveCmd) Help() string {
	return `Holds a model folder, and our engine on it, against the real oracle: the rows behind prompts of
several lengths, the trunk's and three draft rows, within a bound of the dtype; and each kind of
poison that the folder has a channel for. Ends with "proved N of M".

Example:

    rowproof model prove --oracle 'exec:build/oracle/bin/python oracle/mtplx_engine.py' build/tiny`
}

// Run proves the folders.
func (c *modelProveCmd) Run(ctx context.Context, p *program) error {
	command, err := c.Oracle.oracle()
	if err != nil {
		return err
	}
	dirs := c.Dirs
	if len(dirs) == 0 {
		temp, err := os.MkdirTemp("", "rowproof-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		if dirs, err = modelprove.MakeDefaults(ctx, temp); err != nil {
			return err
		}
	}
	// It says something about each model that it loads: of interest only when it fails.
	var said bytes.Buffer
	proven, total, err := p.prove(ctx, command, &said, dirs)
	if err != nil {
		if ctx.Err() == nil {
			_, _ = said.WriteTo(p.stderr)
		}
		return err
	}
	fmt.Fprintf(p.stdout, "proved %d of %d\n", proven, total)
	if proven < total {
		return coded(exitFailed, errors.New("the models or our rows are not what is stated"))
	}
	return nil
}

// prove proves folders one by one and shows each.
func (p *program) prove(ctx context.Context, oracle []string, stderr io.Writer, dirs []string) (proven, total int, err error) {
	engine, err := e2erecord.Start(ctx, oracle, 1, stderr)
	if err != nil {
		return 0, 0, coded(exitNoEngine, err)
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	for _, dir := range dirs {
		proof, err := modelprove.Prove(ctx, engine, dir)
		if errors.Is(err, modelprove.ErrModel) {
			err = coded(exitReceipt, err)
		}
		if err != nil {
			return proven, total, err
		}
		proof.Table(p.stdout, p.look())
		p.tellFailures(proof)
		a, b := proof.Counts()
		proven, total = proven+a, total+b
	}
	return proven, total, nil
}

func (p *program) tellFailures(proof *modelprove.Proof) {
	shown := 0
	for _, line := range proof.Lines {
		for _, failure := range line.Failures {
			if shown++; shown <= shownProblems {
				fmt.Fprintf(p.stderr, "rowproof: %s: %s: %s\n", proof.Model, line.Name, failure)
			}
		}
	}
	if shown > shownProblems {
		fmt.Fprintf(p.stderr, "rowproof: %s: and %d more\n", proof.Model, shown-shownProblems)
	}
}
