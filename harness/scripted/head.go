package scripted

import (
	"context"
	"slices"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// place is where a hidden state belongs: a token and its position.
type place struct{ at, token int }

type hidden []place

// Len is the number of states.
func (h hidden) Len() int { return len(h) }

// Slice is a part.
func (h hidden) Slice(from, to int) model.Hidden { return h[from:to:to] }

// Concat puts other states behind these.
func (h hidden) Concat(other model.Hidden) model.Hidden {
	return slices.Concat(h, other.(hidden))
}

// head remembers its pairs by the position of their token.
type head struct {
	m     *Model
	pairs []int
}

// Len is the number of pairs.
func (h *head) Len() int { return len(h.pairs) }

// Draft says what the script has for the token behind the pair.
func (h *head) Draft(ctx context.Context, states model.Hidden, token int) (logits.Row, model.Hidden, error) {
	if err := h.Append(ctx, states, []int{token}); err != nil {
		return logits.Row{}, nil, err
	}
	at := h.pairs[len(h.pairs)-1]
	h.m.made(model.Draft, model.LastRow, at, token)
	next := at + 1 - len(h.m.script.Prompt)
	return h.m.script.row(h.m.script.draft(next), h.m.script.fault(model.Draft, next)), hidden{{at, token}}, nil
}

// Append takes pairs. One that does not follow the one before is a gap.
func (h *head) Append(_ context.Context, states model.Hidden, tokens []int) error {
	given := states.(hidden)
	if len(given) != len(tokens) {
		h.m.complain("%d hidden states for %d tokens", len(given), len(tokens))
		return nil
	}
	for i := range tokens {
		at := given[i].at + 1
		if n := len(h.pairs); n > 0 && h.pairs[n-1] != at-1 {
			h.m.complain("history goes from the pair of token %d to that of token %d", h.pairs[n-1], at)
		}
		h.pairs = append(h.pairs, at)
	}
	return nil
}

// Truncate goes back to the first n pairs.
func (h *head) Truncate(n int) error {
	if n < 0 || n > len(h.pairs) {
		return model.ErrRewind
	}
	h.pairs = h.pairs[:n]
	return nil
}

// Clone is an independent copy.
func (h *head) Clone() (model.Head, error) {
	return &head{m: h.m, pairs: slices.Clone(h.pairs)}, nil
}
