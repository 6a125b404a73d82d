package e2e

import (
	"context"
	"fmt"

	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/oracle/e2e"
)

// rowsOf computes the rows of a golden record: the whole prompt in one forward, then
// the chained drafts behind it, each with the token that the record gives it.
func rowsOf(ctx context.Context, m model.Model, record *e2e.Record) (answer, error) {
	expected, err := e2e.Expect(record, m.Vocabulary())
	if err != nil {
		return answer{}, err
	}
	trunk, err := m.NewTrunk()
	if err != nil {
		return answer{}, err
	}
	w, err := trunk.Forward(ctx, model.Pass{Kind: model.Prefill, Tokens: record.Prompt, Rows: model.AllRows})
	if err != nil {
		return answer{}, err
	}
	if len(w.Rows) != len(record.Prompt) {
		return answer{}, fmt.Errorf("%d rows for %d tokens", len(w.Rows), len(record.Prompt))
	}
	last, err := read(w.Rows[len(w.Rows)-1])
	if err != nil {
		return answer{}, err
	}
	best := make([]int, len(w.Rows))
	for i, row := range w.Rows {
		checked, err := logits.Check(row, nil, logits.Greedy)
		if err != nil {
			return answer{}, err
		}
		best[i] = checked.Argmax()
	}
	inputs, drafts, err := chain(ctx, m, w, best[len(best)-1], record.Rows.Drafts)
	if err != nil {
		return answer{}, err
	}
	return answer{expected: expected, seen: map[string]any{
		e2e.PartLast: e2e.Numbers{last}, e2e.PartArgmax: best, e2e.PartInputs: inputs, e2e.PartDrafts: drafts,
	}}, nil
}

// chain drafts behind the last token of a window. inputs are the tokens that our own
// rows give: the best one of the row before.
func chain(ctx context.Context, m model.Model, w model.Window, next int, recorded []e2e.DraftRow) (inputs []int, drafts e2e.Numbers, err error) {
	inputs = []int{}
	head, err := m.NewHead()
	if err != nil {
		return nil, nil, err
	}
	hidden := w.Hidden.Slice(w.Hidden.Len()-1, w.Hidden.Len())
	for _, d := range recorded {
		inputs = append(inputs, next)
		var row logits.Row
		if row, hidden, err = head.Draft(ctx, hidden, d.Input); err != nil {
			return nil, nil, err
		}
		checked, err := logits.Check(row, nil, logits.Greedy)
		if err != nil {
			return nil, nil, err
		}
		next = checked.Argmax()
		values, err := read(row)
		if err != nil {
			return nil, nil, err
		}
		drafts = append(drafts, values)
	}
	return inputs, drafts, nil
}

func read(row logits.Row) ([]float64, error) {
	checked, err := logits.Check(row, nil, logits.Dense)
	if err != nil {
		return nil, err
	}
	values := make([]float64, row.Width())
	checked.Float64s(values)
	return values, nil
}
