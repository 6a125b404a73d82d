package modelprove

import (
	"context"

	"rowproof/engine/model"
)

// forward computes the rows behind a prompt on our engine, and drafts behind it with
// these inputs: each side's own choice would compare rows of different tokens where two
// logits are nearly equal.
func forward(ctx context.Context, m model.Model, tokens, inputs []int) (*rows, error) {
	trunk, err := m.NewTrunk()
	if err != nil {
		return nil, err
	}
	w, err := trunk.Forward(ctx, model.Pass{Kind: model.Prefill, Tokens: tokens, Rows: model.AllRows})
	if err != nil {
		return nil, err
	}
	r := &rows{last: make([]float32, m.Vocabulary())}
	for _, row := range w.Rows {
		row.Float32s(r.last)
		r.best = append(r.best, best(r.last))
		r.census = append(r.census, count(r.last))
	}
	head, err := m.NewHead()
	if err != nil {
		return nil, err
	}
	hidden := w.Hidden.Slice(len(tokens)-1, len(tokens))
	for _, token := range inputs {
		row, next, err := head.Draft(ctx, hidden, token)
		if err != nil {
			return nil, err
		}
		values := make([]float32, row.Width())
		row.Float32s(values)
		r.drafts, hidden = append(r.drafts, draft{token, values}), next
	}
	return r, nil
}
