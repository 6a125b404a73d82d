package main

import (
	"context"

	"rowproof/harness/pipe"
)

type engineCmd struct{}

// Help is shown by engine --help.
func (*engineCmd) Help() string {
	return `Answers requests of the engine protocol (docs/engine-protocol.md) from stdin on stdout, one JSON
line each, until stdin ends. It is rowproof's own engine, as any other would be put to the test.

Example:

    rowproof replay receipts --engine 'exec:rowproof engine'`
}

// Run serves the program's engine.
func (*engineCmd) Run(ctx context.Context, p *program) error {
	return pipe.Serve(ctx, p.engine, p.stdin, p.stdout)
}
