package qwen

import (
	"context"
	"fmt"
	"slices"

	"rowproof/engine/device"
	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// Trunk is one sequence of a Model.
type Trunk struct {
	model    *Model
	memories []memory // of the layers
	history  []uint64 // for each token, the forward that appended it

	window   int      // tokens of the latest forward that are still there
	captured *capture // of some forward, to be used again
	valid    bool     // of the latest forward
}

// Len is the number of tokens.
func (t *Trunk) Len() int { return len(t.history) }

// Recurrent reports whether any layer has a recurrent state.
func (t *Trunk) Recurrent() bool {
	return slices.ContainsFunc(t.memories, func(m memory) bool { return m.delta != nil })
}

// Forward appends tokens. It is one step of the device; a long pass is computed in
// chunks, which changes no bit.
func (t *Trunk) Forward(ctx context.Context, p model.Pass) (model.Window, error) {
	m, n := t.model, len(p.Tokens)
	if err := m.admit(t.Len(), p.Tokens); err != nil {
		return model.Window{}, err
	}
	if err := m.grow(ctx, t.memories, t.Len(), t.Len()+n); err != nil {
		return model.Window{}, err
	}
	var into *capture
	if p.Capture {
		var err error
		if into, err = t.capture(n); err != nil {
			return model.Window{}, err
		}
	}
	w, err := m.workspace(n)
	if err != nil {
		return model.Window{}, err
	}
	defer m.workspaces.Put(w)
	hidden, err := m.newHidden(n)
	if err != nil {
		return model.Window{}, err
	}

	step := m.dev.Begin()
	for from := 0; from < n; from += chunk {
		if err := ctx.Err(); err != nil { // a device that computes at once can stop nowhere else
			return model.Window{}, err
		}
		rows := min(chunk, n-from)
		b := block{workspace: w, m: m, step: step, rows: rows, past: t.Len() + from}
		step.Embed(w.x, m.embedding, p.Tokens[from:from+rows])
		for i := range m.layers {
			b.layer(&m.layers[i], &t.memories[i], into.from(i, from, &t.memories[i]))
		}
		b.norm(m.slice(hidden, from, rows), m.norm)
	}
	window := model.Window{Hidden: m.wrap(hidden, n)}
	switch p.Rows {
	case model.LastRow:
		window.Rows, err = m.read(step, m.slice(hidden, n-1, 1), 1)
	case model.AllRows:
		window.Rows, err = m.read(step, hidden, n)
	}
	if err != nil {
		return model.Window{}, err
	}
	if err := step.Run(ctx); err != nil {
		return model.Window{}, err
	}

	t.history = append(t.history, slices.Repeat([]uint64{m.forwards.Add(1)}, n)...)
	t.window, t.valid = n, into != nil
	if into != nil {
		t.captured = into
	}
	return window, nil
}

// admit judges tokens before anything is done with them.
func (m *Model) admit(length int, tokens []int) error {
	if len(tokens) == 0 {
		return errEmpty
	}
	if len(tokens) > m.config.Context-length {
		return fmt.Errorf("%w: %d tokens after %d, of %d", model.ErrContext, len(tokens), length, m.config.Context)
	}
	for _, id := range tokens {
		if id < 0 || id >= m.config.Vocabulary {
			return fmt.Errorf("%w: %d of %d", model.ErrToken, id, m.config.Vocabulary)
		}
	}
	return nil
}

// slice is the rows of hidden states from one on.
func (m *Model) slice(b device.Buffer, from, rows int) device.Buffer {
	return b.Slice(from*m.config.Hidden, rows*m.config.Hidden)
}

// read records the rows of logits of hidden states. They are there after the step.
func (m *Model) read(step device.Step, hidden device.Buffer, n int) ([]logits.Row, error) {
	v := m.config.Vocabulary
	out, err := m.dev.Buffer(n * v)
	if err != nil {
		return nil, err
	}
	step.MatMul(out, hidden, m.output, n)
	rows := make([]logits.Row, n)
	for i := range rows {
		values := make([]float32, v)
		step.Read(values, out.Slice(i*v, v))
		rows[i] = logits.F32(values)
	}
	return rows, nil
}
