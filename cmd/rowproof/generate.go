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
	"rowproof/engine/model"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
)

// maxPrompt is the longest prompt read from standard input, in bytes.
const maxPrompt = 64 << 20

type generateCmd struct {
	Model string `required:"" placeholder:"DIR" help:"Folder of the model."`

	Mode  string `enum:"auto,ar,mtp" default:"auto" help:"ar: one token after the other; mtp: with drafts of the model's head; auto: mtp if there is one."`
	Depth int    `default:"3" help:"Tokens drafted per round, 1 to 3 (mtp)."`
	Lane  string `default:"${lane}" enum:"${lanes}" help:"How drafts are settled and remembered (mtp): ${enum}."`
	Copy  bool   `default:"true" negatable:"" help:"Copy blocks from the prompt where the answer repeats it (mtp)."`

	MaxTokens        int     `short:"n" default:"128" help:"Most tokens to generate."`
	Temperature      float64 `default:"0" help:"0 takes the most likely token."`
	TopP             float64 `default:"1" help:"Nucleus: the likeliest tokens with this much probability; 0 and 1 are off."`
	TopK             int     `default:"0" help:"Only the k likeliest tokens; 0 is off."`
	PresencePenalty  float64 `default:"0" help:"Subtracted once from the logit of a token generated before."`
	FrequencyPenalty float64 `default:"0" help:"Subtracted for each time a token was generated before."`
	Seed             uint64  `default:"0" help:"Of the random stream, numpy.random.default_rng(SEED)."`

	Trace  bool   `help:"Show what happened in each round on stderr, one line per event."`
	Prompt string `arg:"" help:"The text to continue, taken as it is; - reads standard input, without the newline at its end."`
}

// Help is shown by generate --help.
func (*generateCmd) Help() string {
	return `Continues a text and streams what the model says, until it says one of the folder's end or
padding tokens, the context is full, or --max-tokens are there. A newline is added at the end. A broken row of logits ends it with an
error that names the place and the census, and exit code 6; what was streamed before was chosen
from healthy rows only.

Examples:

    rowproof model make build/tiny
    rowproof generate --model build/tiny "The cat sat on the mat"
    rowproof generate --model build/tiny --mode mtp --depth 2 --trace "The cat"
    rowproof generate --model build/tiny --temperature 0.8 --top-p 0.95 --top-k 20 --seed 11 "The cat"`
}

// Run generates.
func (c *generateCmd) Run(ctx context.Context, p *program) error {
	if c.Depth < 1 || c.Depth > generate.MaxDepth {
		return coded(exitUsage, fmt.Errorf("--depth: %d is not within 1..%d", c.Depth, generate.MaxDepth))
	}
	if c.TopK < 0 {
		return coded(exitUsage, fmt.Errorf("--top-k: %d is below 0", c.TopK))
	}
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

// finished says why the answer ends.
func (c *generateCmd) finished(got generate.Result) string {
	switch n := len(got.Tokens); {
	case got.Finish == generate.FinishStop:
		return fmt.Sprintf("stop token %d", got.Tokens[n-1])
	case n < c.MaxTokens:
		return fmt.Sprintf("the context is full after %d tokens", n)
	default:
		return fmt.Sprintf("%d tokens, as many as asked for", n)
	}
}

func (c *generateCmd) request(m model.Model) (generate.Request, error) {
	lane, err := generate.ParseLane(c.Lane)
	if err != nil {
		return generate.Request{}, err
	}
	r := generate.Request{
		MaxTokens: c.MaxTokens,
		Sampling:  sample.Config{Temperature: c.Temperature, TopP: c.TopP, TopK: c.TopK},
		Presence:  c.PresencePenalty,
		Frequency: c.FrequencyPenalty,
		Stream:    numpy.New(c.Seed),
		Lane:      lane,
		NoCopy:    !c.Copy,
	}
	if c.Mode == "ar" {
		return r, nil
	}
	_, err = m.NewHead()
	if errors.Is(err, model.ErrNoHead) && c.Mode == "auto" {
		return r, nil
	}
	r.Depth = c.Depth
	return r, err
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

// laneVars are the lanes for the help of flags.
func laneVars() (standard, all string) {
	var names []string
	for _, l := range generate.Lanes {
		names = append(names, l.String())
	}
	return names[0], strings.Join(names, ",")
}
