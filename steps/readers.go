package steps

import (
	"context"
	"fmt"

	"rowproof/oracle"
)

// readerSteps let one reader take one row.
var readerSteps = []step{
	bound(`the (greedy|top-k|dense) reader takes the row`, (*world).whenReader),
	bound(`the ordinary entry takes the row`, (*world).whenOrdinary),
	bound(`the (draft|default draft|context copy|verify|batched verify) reader takes the row`, (*world).whenNative),
}

// parametersOf are the usual ones of each reader.
var parametersOf = map[string]oracle.Config{
	"greedy": {Temperature: 0, TopP: 0.95, TopK: 20},
	"top-k":  {Temperature: 0.6, TopP: 0.95, TopK: 20},
	"dense":  {Temperature: 0.6, TopP: 0.95, TopK: 0},
}

func (w *world) whenReader(ctx context.Context, reader string) error {
	usual := parametersOf[reader]
	w.cfg.Temperature, w.cfg.TopP, w.cfg.TopK = usual.Temperature, usual.TopP, usual.TopK
	return w.whenOrdinary(ctx)
}

// whenOrdinary draws three times from one stream, as the receipts do.
func (w *world) whenOrdinary(ctx context.Context) error {
	row, err := w.row()
	if err != nil {
		return err
	}
	out, err := ask[*oracle.OrdinaryOut](ctx, w, oracle.GroupOrdinary, oracle.EntryOrdinary,
		&oracle.OrdinaryIn{Row: row, Cfg: w.cfg, RNGSeed: w.seed, TokenCounts: w.counts, Overlay: w.overlay})
	if err != nil {
		return err
	}
	w.draws, w.dist = out.Draws, out.Dist
	return nil
}

// whenNative asks all readers that multi-token prediction has and keeps the
// answer of one.
func (w *world) whenNative(ctx context.Context, reader string) error {
	row, err := w.row()
	if err != nil {
		return err
	}
	out, err := ask[*oracle.NativeOut](ctx, w, oracle.GroupNative, oracle.EntryNative,
		&oracle.NativeIn{Row: row, Cfg: parametersOf["greedy"], RNGSeed: w.seed, KeySeed: "1"})
	if err != nil {
		return err
	}
	site := map[string]*oracle.Site{
		"draft":          &out.Argmax7577,
		"default draft":  out.DraftUnchecked,
		"context copy":   &out.Argmax13295,
		"verify":         &out.Argmax15371,
		"batched verify": &out.ArgmaxBatched,
	}[reader]
	if site == nil {
		return fmt.Errorf("the %s reader gave no answer", reader)
	}
	w.draws = []oracle.Draw{{Err: site.Err}}
	if site.Err == nil {
		w.draws[0].Tok = &site.Tok
	}
	return nil
}
