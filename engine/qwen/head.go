package qwen

import (
	"context"
	"fmt"

	"rowproof/engine/device"
	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// Head is the draft head of one sequence. Its positions are those of its own cache:
// the first pair is at 0, wherever its token is in the sequence.
type Head struct {
	model    *Model
	memories []memory // of its layers
	length   int
}

// Len is the number of pairs.
func (h *Head) Len() int { return h.length }

// Draft appends one pair. An error leaves the head as it was.
func (h *Head) Draft(ctx context.Context, hidden model.Hidden, token int) (logits.Row, model.Hidden, error) {
	m := h.model
	after, err := m.newHidden(1)
	if err != nil {
		return logits.Row{}, nil, err
	}
	rows, err := h.extend(ctx, hidden, []int{token}, after)
	if err != nil {
		return logits.Row{}, nil, err
	}
	return rows[0], m.wrap(after, 1), nil
}

// Append appends pairs, of which only keys and values are needed; there may be
// none. An error leaves the head as it was.
func (h *Head) Append(ctx context.Context, hidden model.Hidden, tokens []int) error {
	if len(tokens) == 0 && (hidden == nil || hidden.Len() == 0) {
		return nil
	}
	_, err := h.extend(ctx, hidden, tokens, nil)
	return err
}

// Truncate goes back to the first n pairs.
func (h *Head) Truncate(n int) error {
	if n < 0 || n > h.length {
		return fmt.Errorf("%w: %d of %d pairs", model.ErrRewind, n, h.length)
	}
	h.length = n
	return nil
}

// Clone is an independent copy.
func (h *Head) Clone() (model.Head, error) {
	memories, err := h.model.copyMemories(h.memories, h.length)
	if err != nil {
		return nil, err
	}
	return &Head{model: h.model, memories: memories, length: h.length}, nil
}

// extend appends pairs; with a buffer for the hidden state after, which is then
// one pair's, it computes that and its row as well.
func (h *Head) extend(ctx context.Context, given model.Hidden, tokens []int, after device.Buffer) ([]logits.Row, error) {
	m, n := h.model, len(tokens)
	states, err := m.own(given)
	if err != nil {
		return nil, err
	}
	if given.Len() != n {
		return nil, fmt.Errorf("%d hidden states for %d tokens: %w", given.Len(), n, device.ErrShape)
	}
	if err := m.admit(h.length, tokens); err != nil {
		return nil, err
	}
	if err := m.grow(ctx, h.memories, h.length, h.length+n); err != nil {
		return nil, err
	}
	w, err := m.workspace(n)
	if err != nil {
		return nil, err
	}
	defer m.workspaces.Put(w)

	step := m.dev.Begin()
	for from := 0; from < n; from += chunk {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := block{workspace: w, m: m, step: step, rows: min(chunk, n-from), past: h.length + from}
		b.merge(states.Slice(from, from+b.rows).(hidden), tokens[from:from+b.rows])
		last := len(m.draft.layers) - 1
		for i := range m.draft.layers {
			l := &m.draft.layers[i]
			if i == last && after == nil {
				b.norm(b.normed, l.before)
				b.remember(l.attention, &h.memories[i])
				continue
			}
			b.layer(l, &h.memories[i], kept{})
		}
	}
	var rows []logits.Row
	if after != nil {
		step.RMSNorm(after, w.x, m.draft.norm, 1, m.config.Epsilon)
		if rows, err = m.read(step, after, 1); err != nil {
			return nil, err
		}
	}
	if err := step.Run(ctx); err != nil {
		return nil, err
	}
	h.length += n
	return rows, nil
}

// merge makes the head's input of the embeddings of tokens and the hidden states
// before them.
func (b *block) merge(before hidden, tokens []int) {
	d, c := b.m.draft, &b.m.config
	b.step.Embed(b.x, b.m.embedding, tokens)
	b.norm(b.embedded, d.embeddingNorm)
	row := 0
	for _, s := range before {
		b.step.RMSNorm(b.m.slice(b.normed, row, s.rows), s.buffer, d.hiddenNorm, s.rows, c.Epsilon)
		row += s.rows
	}
	b.step.Pair(b.pair, b.embedded, b.normed, b.rows, c.Hidden)
	b.step.MatMul(b.x, b.pair, d.merge, b.rows)
}
