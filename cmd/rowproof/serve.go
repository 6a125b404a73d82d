package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"

	"github.com/alecthomas/kong"

	"rowproof/engine"
	"rowproof/engine/chat"
	"rowproof/engine/checkpoint"
	"rowproof/engine/device/cpu"
	"rowproof/engine/folder"
	"rowproof/shim"
)

type serveCmd struct {
	Model  string `required:"" placeholder:"DIR" help:"Folder of the model."`
	Addr   string `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen (${default}); port 0 is any free one."`
	APIKey string `env:"ROWPROOF_API_KEY" placeholder:"KEY" help:"Demanded of every request; required where other machines can reach the server. The environment variable is not seen by other users."`
	Store  string `placeholder:"DIR" help:"Folder of the checkpoints of conversations; without one they end with the program."`
	Queue  int    `default:"256" help:"Requests that may wait."`

	draftingFlags

	KeepFailingRows keptRows `placeholder:"N DIR" help:"Keep the last N rows of logits that failed, bit for bit, in DIR."`
}

// keptRows is a flag of two words.
type keptRows struct {
	n   int
	dir string
}

// Decode reads both words.
func (k *keptRows) Decode(ctx *kong.DecodeContext) error {
	number, err := ctx.Scan.PopValue("number")
	if err != nil {
		return err
	}
	dir, err := ctx.Scan.PopValue("folder")
	if err != nil {
		return err
	}
	k.dir = dir.String()
	if k.n, err = strconv.Atoi(number.String()); err != nil || k.n < 1 || k.dir == "" {
		return fmt.Errorf("%s rows in %q: at least one, in a folder", number, k.dir)
	}
	return nil
}

// Help is shown by serve --help.
func (*serveCmd) Help() string {
	return `Serves POST /v1/completions and /v1/chat/completions, plain and streamed, GET /v1/models,
/health, /metrics (Prometheus) and /openapi.json; docs/http.md describes them. The first line of
standard output says where it listens.

A broken row of logits is an error with the code non_finite_logits, never a token, and what led
to it is forgotten. The server goes on. SIGTERM or an interrupt ends it when the answer under way
is complete and saved; a second one ends it at once.

Examples:

    rowproof model make build/tiny
    rowproof serve --model build/tiny
    curl -s http://127.0.0.1:8080/v1/completions -d '{"prompt":"The cat","temperature":0}'`
}

// Validate refuses what could not be served.
func (c *serveCmd) Validate() error {
	local, err := shim.Loopback(c.Addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	if !local && c.APIKey == "" {
		return fmt.Errorf("--addr: %s can be reached from other machines: an --api-key is needed", c.Addr)
	}
	if c.Queue < 1 {
		return fmt.Errorf("--queue: %d is below 1", c.Queue)
	}
	return c.draftingFlags.Validate()
}

// Run serves until it is told to stop.
func (c *serveCmd) Run(ctx context.Context, p *program) (err error) {
	f, err := folder.Open(c.Model, cpu.New())
	if err != nil {
		return coded(exitReceipt, err)
	}
	defer f.Close()
	template, err := chat.Open(c.Model)
	if err != nil && !errors.Is(err, chat.ErrNoTemplate) {
		return coded(exitReceipt, err)
	}
	drafting, err := c.drafting(f.Model)
	if err != nil {
		return coded(exitUsage, err)
	}
	var rows *shim.Rows
	if c.KeepFailingRows.n > 0 {
		if rows, err = shim.OpenRows(c.KeepFailingRows.dir, c.KeepFailingRows.n); err != nil {
			return coded(exitUsage, fmt.Errorf("--keep-failing-rows: %w", err))
		}
	}
	var store *checkpoint.Store
	if c.Store != "" {
		if store, err = p.openStore(c.Store, 0); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return coded(exitUsage, err)
	}
	g, err := engine.New(f.Model, engine.Options{Store: store, Queue: c.Queue, Log: p.log})
	if err != nil {
		return coded(exitReceipt, errors.Join(err, listener.Close()))
	}
	defer g.Close()
	s := shim.New(shim.Options{
		Name: modelName(c.Model), Folder: f, Generator: g, Template: template,
		Depth: drafting.Depth, Lane: drafting.Lane, NoCopy: drafting.NoCopy,
		APIKey: c.APIKey, Rows: rows, Log: p.log,
	})
	fmt.Fprintf(p.stdout, "listening on http://%s\n", listener.Addr())
	return s.Serve(ctx, listener)
}

// modelName is the folder's own name.
func modelName(dir string) string {
	if absolute, err := filepath.Abs(dir); err == nil {
		dir = absolute
	}
	return filepath.Base(dir)
}
