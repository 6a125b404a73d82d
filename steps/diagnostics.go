package steps

import (
	"context"

	"rowproof/engine/diagnostic"
	"rowproof/engine/rng/mlx"
	"rowproof/oracle"
)

// diagnosticSteps ask the two historical samplers. The prefix sampler has no
// receipt entry and is called directly.
var diagnosticSteps = []step{
	bound(`the lazy keyed sampler takes the row`, (*world).whenLazy),
	bound(`the prefix sampler takes the row`, (*world).whenPrefix),
	bound(`the same row is held against the ordinary entry`, (*world).whenOrdinary),
}

// whenLazy keeps an error of the engine: this sampler has some of its own.
func (w *world) whenLazy(ctx context.Context) error {
	row, err := w.row()
	if err != nil {
		return err
	}
	var out *oracle.LazySampleOut
	out, w.failed = ask[*oracle.LazySampleOut](ctx, w, oracle.GroupKeyed, "generation._mx_lazy_sample",
		&oracle.LazySampleIn{Row: row, Cfg: w.cfg, Seed: "1"})
	if w.failed == nil {
		w.draws = []oracle.Draw{{Tok: &out.Tok}}
	}
	return nil
}

func (w *world) whenPrefix() error {
	row, err := w.row()
	if err != nil {
		return err
	}
	values := make([]float32, row.Width())
	for i := range values {
		values[i] = row.Value(i)
	}
	cfg := diagnostic.Config{Temperature: float64(w.cfg.Temperature), TopP: float64(w.cfg.TopP), TopK: w.cfg.TopK}
	var tokens []uint32
	var ok bool
	tokens, ok, w.failed = diagnostic.PrefixSample([][]float32{values}, cfg, mlx.NewKey(1))
	w.none = !ok && w.failed == nil
	for _, token := range tokens {
		id := int64(token)
		w.draws = append(w.draws, oracle.Draw{Tok: &id})
	}
	return nil
}
