package steps

import (
	"context"

	"github.com/cucumber/godog"

	"rowproof/oracle"
)

// sparseSteps make a distribution of mass that is no row.
var sparseSteps = []step{
	bound(`a sparse distribution over (\d+) tokens is made of`, (*world).whenSparse),
	bound(`the host reader takes the row`, (*world).whenHost),
}

func (w *world) whenSparse(ctx context.Context, width int, t *godog.Table) error {
	tokens, mass, err := weights(t)
	if err != nil {
		return err
	}
	return w.sparse(ctx, oracle.EntrySparseCtor, &oracle.SparseCtorIn{IDs: tokens, P: mass, Vocab: width, RNGSeed: w.seed})
}

func (w *world) whenHost(ctx context.Context) error {
	row, err := w.row()
	if err != nil {
		return err
	}
	return w.sparse(ctx, oracle.EntryHostSparse,
		&oracle.RowIn{Row: row, Cfg: w.cfg, RNGSeed: w.seed, TokenCounts: w.counts, Overlay: w.overlay})
}

func (w *world) sparse(ctx context.Context, entry string, in any) error {
	out, err := ask[*oracle.SparseOut](ctx, w, oracle.GroupSparse, entry, in)
	if err != nil {
		return err
	}
	if out.Err != nil {
		w.refuse(out.Err, nil)
		return nil
	}
	w.dist, w.draws = out.Dist, []oracle.Draw{*out.Draw}
	return nil
}
