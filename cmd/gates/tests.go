package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// event is a line of go test -json.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

// tally counts tests by how they ended, subtests included.
type tally struct{ passed, failed, skipped int }

// test runs all tests, shows the output of what failed, and counts.
func test(ctx context.Context, env []string, flags ...string) (string, error) {
	c := command(ctx, env, "go", append(append([]string{"test", "-json"}, flags...), "./...")...)
	out, err := c.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := c.Start(); err != nil {
		return "", err
	}
	n, readErr := count(out, os.Stdout)
	if err := errors.Join(readErr, c.Wait()); err != nil {
		return "", fmt.Errorf("%d failed: %w", n.failed, err)
	}
	if n.passed == 0 {
		return "", errors.New("no test ran")
	}
	return fmt.Sprintf("%d passed, %d failed, %d skipped", n.passed, n.failed, n.skipped), nil
}

// count reads events and copies the output of failing tests and packages.
func count(events io.Reader, failures io.Writer) (tally, error) {
	var n tally
	held := map[[2]string][]string{}
	for d := json.NewDecoder(events); ; {
		var e event
		if err := d.Decode(&e); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, err
		}
		key := [2]string{e.Package, e.Test}
		switch e.Action {
		case "output", "build-output":
			held[key] = append(held[key], e.Output)
			continue
		case "fail":
			for _, line := range held[key] {
				if _, err := io.WriteString(failures, line); err != nil {
					return n, err
				}
			}
		}
		delete(held, key)
		if e.Test == "" {
			continue
		}
		switch e.Action {
		case "pass":
			n.passed++
		case "fail":
			n.failed++
		case "skip":
			n.skipped++
		}
	}
}
