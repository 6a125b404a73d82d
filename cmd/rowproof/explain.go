package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rowproof/harness"
	"rowproof/harness/explain"
	"rowproof/oracle"
	"rowproof/oracle/e2e"
)

type explainCmd struct {
	Case     string     `arg:"" help:"Id of the case, or a beginning or end of it that no other case shares."`
	Receipts []string   `sep:"none" placeholder:"PATH" help:"Receipts to search instead of the built-in ones; may be repeated."`
	Engine   engineSpec `default:"inprocess" placeholder:"ENGINE" help:"The engine to ask: ${engines}."`
	ASCII    bool       `name:"ascii" help:"Draw the row with plain characters."`
}

// Help is shown by explain --help.
func (*explainCmd) Help() string {
	return `Shows the requirement behind a case, a picture of its rows, its parameters, what was recorded,
expected and seen with the distance in ulps, and the command that asks it again.

Examples:

    rowproof explain ordinary-entry/s1/0042
    rowproof explain native-invalid/s1/0003 --ascii
    rowproof explain ds4-0007 --receipts receipts/ds4`
}

// Run asks the engine the one case and explains the verdict. It fails as a replay of
// the case would.
func (c *explainCmd) Run(ctx context.Context, p *program) error {
	files, err := p.load(ctx, c.Receipts...)
	if err != nil {
		return err
	}
	found, err := harness.Find(files, c.Case)
	if err != nil {
		if kind, _, _ := strings.Cut(c.Case, "/"); slices.Contains(e2e.Kinds(), kind) {
			err = fmt.Errorf("%s is a whole generation: rowproof replay --model receipts/models receipts/e2e --filter '^%s ' asks it again", c.Case, c.Case)
		}
		return coded(exitUsage, err)
	}
	if err := p.open(ctx, c.Engine, 1); err != nil {
		return err
	}
	verdict, err := harness.Ask(ctx, p.engine, found)
	if err != nil {
		return err
	}
	err = explain.Write(p.stdout, found, verdict, explain.Options{
		Columns: p.columns(), ASCII: c.ASCII, Command: replayCommand(found, c.Engine),
	})
	if err != nil {
		return err
	}
	return explained(verdict)
}

// explained is the exit of explain: a declared exception is a good answer to one case,
// though a whole replay of nothing else would prove nothing.
func explained(v *harness.Verdict) error {
	switch v.Outcome {
	case harness.Differ:
		return coded(exitFailed, fmt.Errorf("%s:%d: case %s: %s", v.File, v.Line, v.ID, v.Problem()))
	case harness.NotSupported:
		return coded(exitNothing, fmt.Errorf("%s:%d: case %s: %s", v.File, v.Line, v.ID, v.Problem()))
	}
	return nil
}

func replayCommand(c *oracle.Case, engine engineSpec) string {
	command := fmt.Sprintf("rowproof replay %s --filter %s", quote(c.File), quote("^"+regexp.QuoteMeta(c.ID)+"$"))
	if engine != ownEngine {
		command += " --engine " + quote(string(engine))
	}
	return command
}

// quote makes s one word of a POSIX shell.
func quote(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !strings.ContainsRune(plainInShell, r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

const plainInShell = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./"
