package main

import (
	"errors"
	"fmt"
	"strings"

	"rowproof/engine/generate"
	"rowproof/engine/model"
	"rowproof/engine/sample"
)

// draftingFlags say whether and how a model drafts.
type draftingFlags struct {
	Mode  string `enum:"auto,ar,mtp" default:"auto" help:"ar: one token after the other; mtp: with drafts of the model's head; auto: mtp if there is one."`
	Depth int    `default:"3" help:"Tokens drafted per round, 1 to 3 (mtp)."`
	Lane  string `default:"${lane}" enum:"${lanes}" help:"How drafts are settled and remembered (mtp): ${enum}."`
	Copy  bool   `default:"true" negatable:"" help:"Copy blocks from the prompt where the answer repeats it (mtp)."`
}

// decodingFlags say how an answer is generated.
type decodingFlags struct {
	draftingFlags

	MaxTokens        int     `short:"n" default:"128" help:"Most tokens to generate."`
	Temperature      float64 `default:"0" help:"0 takes the most likely token."`
	TopP             float64 `default:"1" help:"Nucleus: the likeliest tokens with this much probability; 0 and 1 are off."`
	TopK             int     `default:"0" help:"Only the k likeliest tokens; 0 is off."`
	PresencePenalty  float64 `default:"0" help:"Subtracted once from the logit of a token generated before."`
	FrequencyPenalty float64 `default:"0" help:"Subtracted for each time a token was generated before."`
	Seed             uint64  `default:"0" help:"Of the random stream, numpy.random.default_rng(SEED)."`

	Trace bool `help:"Show what happened in each round on stderr, one line per event."`
}

// Validate refuses a depth that no model has.
func (d *draftingFlags) Validate() error {
	if d.Depth < 1 || d.Depth > generate.MaxDepth {
		return fmt.Errorf("--depth: %d is not within 1..%d", d.Depth, generate.MaxDepth)
	}
	return nil
}

// Validate refuses what no model could do.
func (d *decodingFlags) Validate() error {
	if err := d.draftingFlags.Validate(); err != nil {
		return err
	}
	if d.TopK < 0 {
		return fmt.Errorf("--top-k: %d is below 0", d.TopK)
	}
	return nil
}

// request is all of a request but its prompt and its random stream.
func (d *decodingFlags) request(m model.Model) (generate.Request, error) {
	r, err := d.drafting(m)
	r.MaxTokens = d.MaxTokens
	r.Sampling = sample.Config{Temperature: d.Temperature, TopP: d.TopP, TopK: d.TopK}
	r.Presence, r.Frequency = d.PresencePenalty, d.FrequencyPenalty
	return r, err
}

// drafting is what a request says of drafts.
func (d *draftingFlags) drafting(m model.Model) (generate.Request, error) {
	lane, err := generate.ParseLane(d.Lane)
	if err != nil {
		return generate.Request{}, err
	}
	r := generate.Request{Lane: lane, NoCopy: !d.Copy}
	if d.Mode == "ar" {
		return r, nil
	}
	_, err = m.NewHead()
	if errors.Is(err, model.ErrNoHead) && d.Mode == "auto" {
		return r, nil
	}
	r.Depth = d.Depth
	return r, err
}

// finished says why the answer ends.
func (d *decodingFlags) finished(got generate.Result) string {
	switch n := len(got.Tokens); {
	case got.Finish == generate.FinishStop:
		return fmt.Sprintf("stop token %d", got.Tokens[n-1])
	case n < d.MaxTokens:
		return fmt.Sprintf("the context is full after %d tokens", n)
	default:
		return fmt.Sprintf("%d tokens, as many as asked for", n)
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
