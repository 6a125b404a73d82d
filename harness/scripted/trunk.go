package scripted

import (
	"context"
	"fmt"
	"slices"

	"rowproof/engine/model"
)

// trunk remembers its tokens: all that a model's caches stand for.
type trunk struct {
	m        *Model
	tokens   []int
	latest   int  // tokens of the latest forward
	captured bool // it kept the state after each
}

// Len is the number of tokens forwarded.
func (t *trunk) Len() int { return len(t.tokens) }

// Recurrent is true unless the script is flat.
func (t *trunk) Recurrent() bool { return !t.m.script.Flat }

// Forward says the script's next tokens.
func (t *trunk) Forward(_ context.Context, p model.Pass) (model.Window, error) {
	if len(p.Tokens) == 0 {
		return model.Window{}, model.ErrToken
	}
	if len(t.tokens)+len(p.Tokens) > t.m.Context() {
		return model.Window{}, model.ErrContext
	}
	for _, token := range p.Tokens {
		if token < 0 || token >= Vocabulary {
			return model.Window{}, fmt.Errorf("%w: %d", model.ErrToken, token)
		}
	}
	t.m.made(p.Kind, p.Rows, len(t.tokens)+len(p.Tokens)-1, p.Tokens...)
	t.compare()
	t.latest, t.captured = len(p.Tokens), p.Capture
	var w model.Window
	var states hidden
	for i, token := range p.Tokens {
		t.tokens = append(t.tokens, token)
		states = append(states, place{len(t.tokens) - 1, token})
		if p.Rows == model.AllRows || p.Rows == model.LastRow && i == len(p.Tokens)-1 {
			next := len(t.tokens) - len(t.m.script.Prompt)
			w.Rows = append(w.Rows, t.m.script.row(t.m.script.token(next), t.m.script.fault(p.Kind, next)))
		}
	}
	w.Hidden = states
	return w, nil
}

type mark []int

// Len is the number of tokens at the mark.
func (m mark) Len() int { return len(m) }

// Mark is the place where the trunk is.
func (t *trunk) Mark() (model.Mark, error) { return mark(slices.Clone(t.tokens)), nil }

// Rewind goes back.
func (t *trunk) Rewind(to model.Mark) error {
	m, ok := to.(mark)
	if !ok || len(m) > len(t.tokens) || !slices.Equal(t.tokens[:len(m)], m) {
		return model.ErrRewind
	}
	t.tokens, t.latest = slices.Clone(m), 0
	return nil
}

// Keep goes back to the first n tokens of the latest forward.
func (t *trunk) Keep(n int) error {
	if n < 1 || n > t.latest || t.Recurrent() && !t.captured {
		return model.ErrRewind
	}
	t.tokens = t.tokens[:len(t.tokens)-t.latest+n]
	t.latest = 0
	return nil
}

// Settle forgets the latest forward.
func (t *trunk) Settle() { t.latest, t.captured = 0, false }

// Clone is an independent copy, settled.
func (t *trunk) Clone() (model.Trunk, error) {
	return &trunk{m: t.m, tokens: slices.Clone(t.tokens)}, nil
}

// compare looks at what stands before a forward: that is committed, so it must be
// the script's text.
func (t *trunk) compare() {
	text := slices.Concat(t.m.script.Prompt, t.m.script.Answer)
	for i, token := range t.tokens {
		if i < len(text) && text[i] != token {
			t.m.complain("token %d of the trunk is %d, the text has %d", i, token, text[i])
			return
		}
	}
}
