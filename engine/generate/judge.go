package generate

import (
	"errors"
	"fmt"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// judge checks all rows of a forward before any of them is read. tokens is the length
// of the forward, of which rows are the last. ahead(i) are the tokens of the window that
// stand between what is generated and row i: penalties count them too.
//
// The verdicts are good until the next forward is judged. A kept one is read before
// that, or never.
func (l *loop) judge(kind model.Kind, tokens int, rows []logits.Row, ahead func(row int) []int) ([]logits.Checked, error) {
	checked := make([]logits.Checked, len(rows))
	for len(l.work) < len(rows) {
		l.work = append(l.work, &logits.Workspace{})
	}
	for i, row := range rows {
		if row.Width() != l.model.Vocabulary() {
			return nil, fmt.Errorf("%s row of %d logits for a vocabulary of %d: %w", kind, row.Width(), l.model.Vocabulary(), logits.ErrWidth)
		}
		var penalties *logits.Penalties
		if kind != model.Draft {
			penalties = l.penalties(ahead(i))
		}
		var err error
		l.result.Checked++
		if checked[i], err = l.work[i].Check(row, penalties, l.Sampling.Route()); err != nil {
			return nil, l.fail(kind, tokens, tokens-len(rows)+i, row, err)
		}
	}
	return checked, nil
}

// fail adds the place to a numerical error; other errors stay as they are.
func (l *loop) fail(kind model.Kind, rows, row int, values logits.Row, err error) error {
	var broken *logits.NumericalError
	if !errors.As(err, &broken) {
		return err
	}
	if l.OnBroken != nil {
		l.OnBroken(values)
	}
	placed := *broken
	placed.Boundary = string(kind)
	if kind == model.Verify || kind == model.Copy {
		placed.Boundary = fmt.Sprintf("%s row %d of %d", kind, row, rows)
	}
	f := &Failure{Kind: kind, Rows: rows, Row: row, Round: l.step, Streamed: len(l.result.Streamed), Draws: l.tape.total(), Err: &placed}
	if kind == model.Draft {
		f.Depth = l.depth
	}
	return f
}
