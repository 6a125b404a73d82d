package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"rowproof/engine/device/cpu"
	"rowproof/engine/folder"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
)

// maxPrompt is the longest prompt read from standard input, in bytes.
const maxPrompt = 64 << 20

type generateCmd struct {
	Model string `required:"" placeholder:"DIR" help:"Folder of the model."`

	decodingFlags

	Prompt string `arg:"" help:"The text to continue, taken as it is; - reads standard input, without the newline at its end."`
}

// Help is shown by generate --help.
func (*generateCmd) Help() string {
	return `Continues a text and streams what the model says, until it says one of the folder's end or
padding tokens, the context is full, or --max-tokens are there. A newline is added at the end.
A broken row of logits ends it with an error that names the place and the census, and exit code
6; what was streamed before was chosen from healthy rows only.

Examples:

    rowproof model make build/tiny
    rowproof generate --model build/tiny "The cat sat on the mat"
    rowproof generate --model build/tiny --mode mtp --depth 2 --trace "The cat"
    rowproof generate --model build/tiny --temperature 0.8 --top-p 0.95 --top-k 20 --seed 11 "The cat"`
}

// Run generates.
func (c *generateCmd) Run(ctx context.Context, p *program) error {
	f, err := folder.Open(c.Model, cpu.New())
	if err != nil {
		return coded(exitReceipt, err)
	}
	defer f.Close()
	text, err := p.prompt(ctx, c.Prompt)
	if err != nil {
		return coded(exitUsage, err)
	}
	ids, err := f.Tokenizer.Encode(text)
	if err != nil {
		return coded(exitUsage, err)
	}
	r, err := c.request(f.Model)
	if err != nil {
		return coded(exitUsage, err)
	}
	r.Stream = numpy.New(c.Seed)
	r.Prompt, r.Stop, r.Known = ids, f.Stop, f.Tokenizer.Has
	decoder := f.Tokenizer.NewDecoder()
	r.OnTokens = func(tokens []int) error {
		var b strings.Builder
		for _, id := range tokens {
			b.WriteString(decoder.Next(id))
		}
		_, err := io.WriteString(p.stdout, b.String())
		return coded(exitUsage, err)
	}
	if c.Trace {
		r.OnEvent = func(e generate.Event) { trace(p.stderr, e, r.Sampling.Temperature <= 0) }
	}
	got, err := generate.Run(ctx, f.Model, r)
	if len(got.Streamed) > 0 {
		// Half a character of an answer that was cut short is no text.
		rest := ""
		if err == nil {
			rest = decoder.Rest()
		}
		fmt.Fprintln(p.stdout, rest)
	}
	if c.Trace && err == nil {
		fmt.Fprintf(p.stderr, "finished: %s\n", c.finished(got))
	}
	switch {
	case errors.Is(err, logits.ErrNumerical):
		return coded(exitNumerical, err)
	case errors.Is(err, generate.ErrRequest):
		return coded(exitUsage, err)
	}
	return err
}

// prompt is the text of the command line, or of standard input. Nobody may ever
// write to that: an interrupt gives it up.
func (p *program) prompt(ctx context.Context, arg string) (string, error) {
	if arg != "-" {
		return arg, nil
	}
	type input struct {
		text []byte
		err  error
	}
	read := make(chan input, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(p.stdin, maxPrompt+1))
		read <- input{text, err}
	}()
	select {
	case in := <-read:
		if len(in.text) > maxPrompt {
			return "", fmt.Errorf("the prompt is longer than %d bytes", maxPrompt)
		}
		return strings.TrimSuffix(string(in.text), "\n"), in.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
