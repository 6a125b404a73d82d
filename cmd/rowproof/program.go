package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/hashicorp/go-hclog"

	"rowproof/harness"
)

// program is what the commands share.
type program struct {
	stdin          *os.File
	stdout, stderr *os.File
	engine         harness.Engine
	foreign        bool // the engine is not our own, and may leave groups out
	log            hclog.Logger
}

func newProgram(e harness.Engine) *program {
	return &program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, engine: e, log: hclog.NewNullLogger()}
}

// commandLine is the grammar of the command line.
type commandLine struct {
	Check    checkCmd    `cmd:"" help:"Replay all receipts and run the features: the main job."`
	Replay   replayCmd   `cmd:"" help:"Replay receipt files or folders."`
	Explain  explainCmd  `cmd:"" help:"Explain one case: requirement, row, expected and seen."`
	Engine   engineCmd   `cmd:"" help:"Be an engine behind a pipe: answer cases on stdin."`
	Cases    casesCmd    `cmd:"" help:"Make fresh cases to be recorded."`
	Record   recordCmd   `cmd:"" help:"Keep an engine's answers as receipts, or hold them against receipts."`
	Fresh    freshCmd    `cmd:"" help:"Hold an engine against the oracle on fresh cases."`
	Bench    benchCmd    `cmd:"" help:"Time the readers of a row against taking its maximum."`
	Generate generateCmd `cmd:"" help:"Continue a text with a model of the Qwen3.5 family."`
	Chat     chatCmd     `cmd:"" help:"Talk with a model, and go on another day."`
	Serve    serveCmd    `cmd:"" help:"Answer requests over HTTP, in the shape of OpenAI's API."`
	Store    storeCmd    `cmd:"" help:"Look at the checkpoints that conversations left."`
	Model    modelCmd    `cmd:"" help:"Make model folders to test with."`
	Doctor   doctorCmd   `cmd:"" help:"Show versions, CPU features and receipts."`

	LogLevel string           `enum:"off,error,warn,info,debug,trace" default:"off" help:"Log to stderr: ${enum}."`
	Version  kong.VersionFlag `help:"Show the version."`
}

// run carries a command line out and gives the exit code.
func (p *program) run(args []string) int {
	var cli commandLine
	lane, lanes := laneVars()
	vars := kong.Vars{"version": "rowproof " + version(), "engines": engineHelp, "lane": lane, "lanes": lanes, "store": storeVar()}
	modelVars(vars)
	parser, err := kong.New(&cli,
		kong.Name("rowproof"),
		kong.Description("Hold token selection against the oracle's receipts: a checked token, or an error."),
		vars,
		kong.Writers(p.stdout, p.stderr),
		kong.Help(helpWithExitCodes),
	)
	if err != nil {
		return p.end(err)
	}
	command, err := parser.Parse(args)
	if err != nil {
		return p.end(coded(exitUsage, fmt.Errorf("%w (see rowproof --help)", err)))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	p.log = hclog.New(&hclog.LoggerOptions{Name: "rowproof", Level: hclog.LevelFromString(cli.LogLevel), Output: p.stderr})
	command.BindTo(ctx, (*context.Context)(nil))
	err = command.Run(p)
	return p.end(errors.Join(err, coded(exitFailed, p.engine.Close())))
}

// end says why a command failed.
func (p *program) end(err error) int {
	code := exitCode(err)
	switch {
	case code == exitInterrupted:
		fmt.Fprintln(p.stderr, "rowproof: interrupted")
	case err != nil:
		fmt.Fprintf(p.stderr, "rowproof: %s\n", err)
	}
	return code
}

func helpWithExitCodes(options kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil {
		return err
	}
	_, err := io.WriteString(ctx.Stdout, "\n"+exitCodesHelp)
	return err
}
