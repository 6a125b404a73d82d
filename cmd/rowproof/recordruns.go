package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"rowproof/harness/e2erecord"
)

// runs records end-to-end receipts: whole generations of the oracle's own models.
func (c *recordCmd) runs(ctx context.Context, p *program) (err error) {
	command, err := c.Oracle.oracle()
	if err != nil {
		return err
	}
	files, err := readRuns(c.In)
	if err != nil {
		return coded(exitReceipt, err)
	}
	subset, err := e2erecord.ParseSubset(c.Subset)
	if err != nil {
		return coded(exitUsage, err)
	}
	jobs := int(c.Jobs)
	if jobs < 1 {
		jobs = runtime.NumCPU()
	}
	oracle, err := e2erecord.Start(ctx, command, jobs, p.stderr)
	if err != nil {
		return coded(exitNoEngine, err)
	}
	defer func() { err = errors.Join(err, oracle.Close()) }()
	bar := p.newBar("record")
	defer bar.close()
	o := e2erecord.Options{Models: c.Models, Subset: subset, Jobs: jobs, Progress: bar.at}
	if c.Check {
		again, err := e2erecord.Check(ctx, oracle, files, o)
		if err != nil {
			return recordError(err)
		}
		return p.compareRuns(again)
	}
	again, err := e2erecord.Record(ctx, oracle, files, o)
	if err != nil {
		return recordError(err)
	}
	for _, left := range again.LeftOut {
		fmt.Fprintf(p.stderr, "rowproof: left out, too near an edge: %s\n", left)
	}
	return coded(exitUsage, e2erecord.Write(c.Out, again.Files))
}

// readRuns reads a file of end-to-end receipts, or those of a folder. What lies in
// folders below is documentation.
func readRuns(path string) ([]*e2erecord.File, error) {
	paths := []string{path}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		if paths, err = filepath.Glob(filepath.Join(path, "*.jsonl")); err != nil {
			return nil, err
		}
	}
	var files []*e2erecord.File
	for _, name := range paths {
		f, err := e2erecord.Read(name)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no *.jsonl here", path)
	}
	return files, nil
}

// compareRuns says what changed and ends with the count.
func (p *program) compareRuns(again *e2erecord.Comparison) error {
	shown := 0
	for _, f := range again.Files {
		for _, change := range f.Changed {
			if shown++; shown <= shownProblems {
				fmt.Fprintf(p.stderr, "rowproof: %s:%d: %s: %s\n", f.Name, change.Line, change.What, strings.Join(change.Details, "; "))
			}
		}
	}
	same, changed := again.Counts()
	fmt.Fprintf(p.stdout, "%d same, %d changed\n", same, changed)
	if !again.OK() {
		return coded(exitFailed, errors.New("the second recording is not the first"))
	}
	return nil
}

// recordError gives a model that cannot be read, or an oracle that does not answer, the
// exit code it has elsewhere.
func recordError(err error) error {
	switch {
	case errors.Is(err, e2erecord.ErrModel):
		return coded(exitReceipt, err)
	case errors.Is(err, e2erecord.ErrOracle):
		return coded(exitNoEngine, err)
	}
	return err
}
