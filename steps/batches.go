package steps

import (
	"context"
	"errors"
	"fmt"

	"rowproof/oracle"
)

// batchSteps read several rows in one call.
var batchSteps = []step{
	bound(`the (padded|row-wise|bound) batch reader takes the rows`, (*world).whenBatch),
	bound(`the greedy window reader takes the rows`, (*world).whenWindow),
	bound(`row (\d+) by itself gives token (\d+)`, (*world).thenAlone),
	bound(`row (\d+) by itself is refused with (\d+) NaN and (\d+) (?:infinity|infinities) of (\d+)`, (*world).thenAloneRefused),
}

var batchEntries = map[string]string{
	"padded":   oracle.EntryBatched,
	"row-wise": oracle.EntrySparseRows,
	"bound":    oracle.EntryBind,
}

func (w *world) whenBatch(ctx context.Context, reader string) error {
	out, err := ask[*oracle.BatchOut](ctx, w, oracle.GroupBatched, batchEntries[reader],
		&oracle.BatchIn{Rows: w.rows, Cfg: w.cfg, RNGSeed: w.seed})
	if err != nil {
		return err
	}
	w.draws, w.none = out.Draws, out.None
	if out.Err != nil {
		w.refuse(out.Err, nil)
	}
	return nil
}

// whenWindow reads the rows as a greedy verify does: in one call and one by one.
func (w *world) whenWindow(ctx context.Context) error {
	out, err := ask[*oracle.GreedyOut](ctx, w, oracle.GroupGreedy, oracle.EntryGreedy,
		&oracle.GreedyIn{Rows: w.rows, RowsKind: kindsOf(w.rows)})
	if err != nil {
		return err
	}
	w.alone = out.Forward.Checked
	if e := out.Forward.Batched.Err; e != nil {
		w.refuse(e, nil)
		return nil
	}
	for _, token := range out.Forward.Batched.Tokens {
		w.draws = append(w.draws, oracle.Draw{Tok: &token})
	}
	return nil
}

func (w *world) aloneAt(row int) (oracle.TokErr, error) {
	if row >= len(w.alone) {
		return oracle.TokErr{}, fmt.Errorf("row %d: %w", row, errNoAnswer)
	}
	return w.alone[row], nil
}

func (w *world) thenAlone(row int, token int64) error {
	seen, err := w.aloneAt(row)
	switch {
	case err != nil:
		return err
	case seen.Tok == nil:
		return errors.New(seen.Err.Msg)
	case *seen.Tok != token:
		return fmt.Errorf("seen %d", *seen.Tok)
	}
	return nil
}

func (w *world) thenAloneRefused(row, nan, inf, width int) error {
	seen, err := w.aloneAt(row)
	if err != nil {
		return err
	}
	return sameRefusal(seen.Err, oracle.NonFinite(oracle.WhereGreedy, nan, inf, width))
}
