package steps

import (
	"context"
	"fmt"
	"slices"

	"rowproof/engine/generate"
	"rowproof/engine/model"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/harness/scripted"
)

// generationSteps ask for an answer: of the script, unless the scenario has another
// model.
var generationSteps = []step{
	bound(`the prompt ([\d ]+)`, (*world).givenPrompt),
	bound(`an empty prompt`, (*world).givenNoPrompt),
	bound(`the next prompt is ([\d ]+)`, (*world).givenNextPrompt),
	bound(`(\d+) tokens? (?:is|are) asked for`, (*world).givenMaxTokens),
	bound(`token (\d+) stops the answer`, (*world).givenStop),
	bound(`a tokenizer of (\d+) tokens`, (*world).givenKnown),
	bound(`a tokenizer without token (\d+)`, (*world).givenUnknown),
	bound(`decoding one token after the other`, (*world).givenPlain),
	bound(`decoding with (\d+) drafts? in the lane "([^"]+)"`, (*world).givenDrafting),
	bound(`copying from the prompt is (on|off)`, (*world).givenCopying),
	bound(`no random stream`, (*world).givenNoStream),
	bound(`the answer is generated`, (*world).whenGenerated),
}

// generating is what the steps of generation share.
type generating struct {
	script   scripted.Script
	request  generate.Request
	model    model.Model // nil until the first request
	scripted *scripted.Model
	tiny     *tinyModel // the model, unless it is scripted
	dtype    string
	triggers []string
	noStream bool
	watch    watch
	title    string           // what the conversation began with
	talks    map[string][]int // what was said in each, by its title

	seen   generated
	before generated // by the request before
}

// generated is what one request gave.
type generated struct {
	asked    bool
	result   generate.Result
	err      error
	streamed [][]int // as it came
	rounds   []generate.Event
	passes   []pass
	draws    []string
	unsaved  error // the answer stands
}

func (w *world) givenPrompt(list string) (err error) {
	w.gen.script.Prompt, err = tokens(list)
	w.gen.request.Prompt = w.gen.script.Prompt
	return err
}

func (w *world) givenNoPrompt() error {
	w.gen.request.Prompt = nil
	return nil
}

// givenNextPrompt leaves the script alone: its answer begins where it began.
func (w *world) givenNextPrompt(list string) (err error) {
	w.gen.request.Prompt, err = tokens(list)
	return err
}

func (w *world) givenMaxTokens(n int) error {
	w.gen.request.MaxTokens = n
	return nil
}

func (w *world) givenStop(token int) error {
	w.gen.request.Stop = append(w.gen.request.Stop, token)
	return nil
}

func (w *world) givenKnown(n int) error {
	w.gen.request.Known = func(token int) bool { return token < n }
	return nil
}

func (w *world) givenUnknown(hole int) error {
	w.gen.request.Known = func(token int) bool { return token != hole }
	return nil
}

func (w *world) givenPlain() error {
	w.gen.request.Depth = 0
	return nil
}

func (w *world) givenDrafting(depth int, lane string) (err error) {
	w.gen.request.Depth = depth
	w.gen.request.Lane, err = generate.ParseLane(lane)
	return err
}

func (w *world) givenCopying(state string) error {
	w.gen.request.NoCopy = state == "off"
	return nil
}

func (w *world) givenNoStream() error {
	w.gen.noStream = true
	return nil
}

func (w *world) whenGenerated(ctx context.Context) error {
	g := &w.gen
	if g.tiny != nil {
		w.models.users.Add(1)
		defer w.models.users.Done()
	}
	if g.model == nil {
		g.scripted = scripted.New(g.script)
		g.model = g.scripted
	}
	g.before, g.seen, g.watch.passes = g.seen, generated{asked: true}, nil
	r := g.request
	r.Sampling = w.sampling()
	r.Presence, r.Frequency = float64(w.cfg.PresencePenalty), float64(w.cfg.FrequencyPenalty)
	if !g.noStream {
		r.Stream = watchedStream{numpy.New(w.seed), &g.seen.draws}
	}
	r.OnTokens = func(tokens []int) error {
		g.seen.streamed = append(g.seen.streamed, tokens)
		return nil
	}
	r.OnEvent = func(e generate.Event) { g.seen.rounds = append(g.seen.rounds, e) }
	if w.keep.on {
		if err := w.generateKept(ctx, r); err != nil {
			return err
		}
	} else {
		g.seen.result, g.seen.err = generate.Run(ctx, watching(g.model, &g.watch), r)
	}
	g.seen.passes, w.failed = g.watch.passes, g.seen.err
	if g.title != "" && g.seen.err == nil {
		if g.talks == nil {
			g.talks = map[string][]int{}
		}
		g.talks[g.title] = slices.Concat(r.Prompt, g.seen.result.Tokens)
	}
	return ctx.Err()
}

func (w *world) sampling() sample.Config {
	return sample.Config{Temperature: float64(w.cfg.Temperature), TopP: float64(w.cfg.TopP), TopK: w.cfg.TopK}
}

// tokens reads a list of token IDs for the engine.
func tokens(list string) ([]int, error) {
	wide, err := ids(list)
	out := make([]int, 0, len(wide))
	for _, id := range wide {
		out = append(out, int(id))
	}
	return out, err
}

// list is how a sentence shows tokens.
func list(tokens []int) string {
	if len(tokens) == 0 {
		return "nothing"
	}
	s := fmt.Sprint(tokens)
	return s[1 : len(s)-1]
}
