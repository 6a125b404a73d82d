package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"rowproof/harness"
	"rowproof/harness/pipe"
	"rowproof/harness/wrong"
)

// engineSpec names an engine on the command line.
type engineSpec string

// ownEngine is rowproof itself.
const ownEngine engineSpec = "inprocess"

// The other engines have a prefix and then a command or a name.
const (
	execPrefix  = "exec:"
	wrongPrefix = "wrong:"
)

const engineHelp = "inprocess (rowproof itself), exec:COMMAND (an engine behind a pipe, see docs/engine-protocol.md) or wrong:NAME (one that is wrong on purpose)"

// oracle is the command of the oracle: only that answers about whole models.
func (s engineSpec) oracle() ([]string, error) {
	command, ok := strings.CutPrefix(string(s), execPrefix)
	if !ok {
		return nil, coded(exitUsage, fmt.Errorf("--oracle %s: only the oracle answers about whole models (%sCOMMAND)", s, execPrefix))
	}
	return pipe.Shell(command), nil
}

// Validate refuses what names no engine.
func (s engineSpec) Validate() error {
	if s == ownEngine || strings.HasPrefix(string(s), execPrefix) && len(s) > len(execPrefix) {
		return nil
	}
	if name, ok := strings.CutPrefix(string(s), wrongPrefix); ok {
		_, err := wrong.ByName(name)
		return err
	}
	return fmt.Errorf("%q is not inprocess, exec:COMMAND or wrong:NAME", string(s))
}

// open starts the engine that the command line names and makes it the program's.
// Whoever calls it closes nothing: the program closes its engine at the end.
func (p *program) open(ctx context.Context, spec engineSpec, jobs jobs) error {
	if spec == ownEngine {
		return nil
	}
	e, err := p.start(ctx, spec, jobs)
	if err != nil {
		return err
	}
	p.engine, p.foreign = e, true
	return nil
}

// start starts an engine beside the program's own. Close it.
func (p *program) start(ctx context.Context, spec engineSpec, jobs jobs) (harness.Engine, error) {
	if name, ok := strings.CutPrefix(string(spec), wrongPrefix); ok {
		e, err := wrong.ByName(name)
		return e, coded(exitUsage, err)
	}
	command, ok := strings.CutPrefix(string(spec), execPrefix)
	if !ok {
		return p.engine, nil
	}
	processes := int(jobs)
	if processes < 1 {
		processes = runtime.NumCPU()
	}
	e, err := pipe.Start(ctx, pipe.Shell(command), pipe.Options{Processes: processes, Log: p.log.Info})
	if errors.Is(err, pipe.ErrNoConfig) {
		err = coded(exitNoEngine, err)
	}
	return e, err
}
