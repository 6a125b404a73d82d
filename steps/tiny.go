package steps

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rowproof/engine/generate"
	"rowproof/engine/logits"
)

// tinySteps ask a real model, made for this run.
var tinySteps = []step{
	bound(`a freshly made tiny model`, (*world).givenTiny),
	bound(`a freshly made tiny model in (bfloat16|float16)`, (*world).givenTinyIn),
	bound(`the text "([^"]*)"`, (*world).givenText),
	bound(`the next text is the conversation so far and "([^"]*)"`, (*world).givenNextText),
	bound(`the conversation "([^"]+)" goes on with "([^"]+)"`, (*world).givenTalk),
	bound(`the next prompt is the text, its answer and the text again`, (*world).givenRepetition),
	bound(`token (\d+) is poisoned with "([^"]+)"`, (*world).givenPoison),
	bound(`the last token of the prompt is poisoned with "([^"]+)"`, (*world).givenPoisonedPrompt),
	bound(`token (\d+) of the answer is poisoned with "([^"]+)"`, (*world).givenPoisonedAnswer),
	bound(`the answer has (\d+) tokens`, (*world).thenLength),
	bound(`the first (\d+) tokens? of the answer before (?:was|were) streamed`, (*world).thenBegun),
	bound(`both answers were read from the same rows, bit for bit`, (*world).thenSameRows),
	bound(`some drafts were accepted and some were not`, (*world).thenMixedDrafts),
	bound(`some of the prompt was copied`, (*world).thenSomeCopied),
	bound(`the text of the answer reads back as its tokens`, (*world).thenTextIsTokens),
}

func (w *world) givenTiny() error { return w.givenTinyIn("float32") }

func (w *world) givenTinyIn(dtype string) error {
	w.gen.dtype = dtype
	return w.load()
}

// load takes the model of the scenario's dtype and triggers.
func (w *world) load() error {
	t, err := w.models.get(w.gen.dtype, strings.Join(w.gen.triggers, ","))
	if err != nil {
		return err
	}
	w.gen.model, w.gen.tiny = t.Model, t
	w.gen.request.Stop = slices.Clone(t.Stop) // a scenario may add some
	w.gen.request.Known = t.Tokenizer.Has
	return nil
}

var errNoModel = errors.New("there is no tiny model")

func (w *world) encode(text string) ([]int, error) {
	if w.gen.tiny == nil {
		return nil, errNoModel
	}
	return w.gen.tiny.Tokenizer.Encode(text)
}

func (w *world) givenText(text string) (err error) {
	w.gen.request.Prompt, err = w.encode(text)
	w.gen.title = text
	return err
}

// givenTalk goes on with a conversation that began with a text.
func (w *world) givenTalk(title, more string) error {
	said, ok := w.gen.talks[title]
	if !ok {
		return fmt.Errorf("no conversation began with %q", title)
	}
	text, err := w.encode(more)
	w.gen.request.Prompt, w.gen.title = slices.Concat(said, text), title
	return err
}

func (w *world) givenNextText(text string) error {
	more, err := w.encode(text)
	w.gen.request.Prompt = slices.Concat(w.gen.request.Prompt, w.gen.seen.result.Tokens, more)
	return err
}

func (w *world) givenRepetition() error {
	p := w.gen.request.Prompt
	w.gen.request.Prompt = slices.Concat(p, w.gen.seen.result.Tokens, p)
	return nil
}

func (w *world) givenPoison(token int, kind string) error {
	if w.gen.tiny == nil {
		return errNoModel
	}
	w.gen.triggers = append(w.gen.triggers, fmt.Sprintf("%s:%d", kind, token))
	return w.load()
}

func (w *world) givenPoisonedPrompt(kind string) error {
	p := w.gen.request.Prompt
	if len(p) == 0 {
		return errNoAnswer
	}
	return w.givenPoison(p[len(p)-1], kind)
}

// givenPoisonedAnswer wants a token that is met there for the first time.
func (w *world) givenPoisonedAnswer(n int, kind string) error {
	answer := w.gen.seen.result.Tokens
	if n < 1 || n > len(answer) {
		return fmt.Errorf("the answer has %d tokens", len(answer))
	}
	if met := slices.Concat(w.gen.request.Prompt, answer[:n-1]); slices.Contains(met, answer[n-1]) {
		return fmt.Errorf("token %d is met before", answer[n-1])
	}
	return w.givenPoison(answer[n-1], kind)
}

func (w *world) thenLength(n int) error {
	r, err := w.answer()
	if err != nil {
		return err
	}
	return same(len(r.Tokens), n)
}

func (w *world) thenBegun(n int) error {
	streamed, before := slices.Concat(w.gen.seen.streamed...), w.gen.before.result.Streamed
	if n > len(before) || !slices.Equal(streamed, before[:n]) {
		return fmt.Errorf("seen %v after %v", streamed, before)
	}
	return nil
}

func (w *world) thenSameRows() error {
	if !w.gen.before.asked {
		return errNoAnswer
	}
	latest, err := bits(w.gen.seen.passes)
	if err != nil {
		return err
	}
	before, err := bits(w.gen.before.passes)
	if err != nil {
		return err
	}
	if !slices.EqualFunc(latest, before, slices.Equal) {
		return fmt.Errorf("seen other logits in %d and %d rows", len(before), len(latest))
	}
	return nil
}

// bits are the logits of all rows of some forwards. Rows that are compared are
// healthy, and then equal numbers other than zero have equal bits.
func bits(passes []pass) ([][]float32, error) {
	var all [][]float32
	for _, p := range passes {
		for _, row := range p.rows {
			c, err := logits.Check(row, nil, logits.Greedy)
			if err != nil {
				return nil, err
			}
			values := make([]float32, c.Width())
			c.Float32s(values)
			all = append(all, values)
		}
	}
	return all, nil
}

func (w *world) thenMixedDrafts() error {
	r, err := w.answer()
	if err == nil && (r.Accepted == 0 || r.Accepted == r.Drafted) {
		err = fmt.Errorf("%d of %d drafts were accepted", r.Accepted, r.Drafted)
	}
	return err
}

func (w *world) thenSomeCopied() error {
	if !slices.ContainsFunc(w.gen.seen.rounds, func(e generate.Event) bool { return e.Copied != nil && e.Copied.Accepted > 0 }) {
		return errors.New("nothing was copied")
	}
	return nil
}

func (w *world) thenTextIsTokens() error {
	r, err := w.answer()
	if err != nil {
		return err
	}
	if w.gen.tiny == nil {
		return errNoModel
	}
	var text strings.Builder
	decoder := w.gen.tiny.Tokenizer.NewDecoder()
	for _, token := range r.Tokens {
		text.WriteString(decoder.Next(token))
	}
	text.WriteString(decoder.Rest())
	read, err := w.encode(text.String())
	if err == nil && !slices.Equal(read, r.Tokens) {
		err = fmt.Errorf("%q reads as %v", text.String(), read)
	}
	return err
}
