// Command gates runs everything that a change must pass besides the oracle:
// format, lint, builds with release archives, and all tests; and writes down
// what came out. It stops at nothing: every gate is run and reported.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"time"
)

// outcome is one gate in receipts/checks.json.
type outcome struct {
	Name    string `json:"name"`
	Command string `json:"command"`
	Passed  bool   `json:"passed"`
	Result  string `json:"result"`
}

// checks is receipts/checks.json. It holds no times and no paths, so that two
// runs over the same tree with the same tools are the same bytes.
type checks struct {
	Schema string    `json:"schema"`
	Go     string    `json:"go"`
	Host   string    `json:"host"`
	Checks []outcome `json:"checks"`
}

// gate runs one check and says in a few words what came out.
type gate struct {
	name, command string
	run           func(ctx context.Context) (string, error)
}

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "usage: gates (no arguments): runs all gates of this checkout, some minutes, and writes receipts/checks.json")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := runAll(ctx, gates(), filepath.Join("receipts", "checks.json"))
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "gates:", err)
		os.Exit(1)
	}
}

func runAll(ctx context.Context, list []gate, file string) error {
	sheet := checks{Schema: "rowproof-checks/1", Go: runtime.Version(), Host: runtime.GOOS + "/" + runtime.GOARCH}
	var failed error
	for _, g := range list {
		start := time.Now()
		fmt.Printf("== %s: %s\n", g.name, g.command)
		result, err := g.run(ctx)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", g.name, err))
			result = "failed"
			fmt.Printf("== %s: FAILED: %v\n", g.name, err)
		} else {
			fmt.Printf("== %s: %s (%.0f s)\n", g.name, result, time.Since(start).Seconds())
		}
		sheet.Checks = append(sheet.Checks, outcome{g.name, g.command, err == nil, result})
	}
	if ctx.Err() != nil {
		return ctx.Err() // an interrupted run is no evidence
	}
	text, err := json.MarshalIndent(sheet, "", "  ")
	if err != nil {
		return err
	}
	return errors.Join(failed, os.WriteFile(file, append(text, '\n'), 0o644))
}
