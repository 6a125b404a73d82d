package inprocess

import (
	"fmt"
	"strconv"

	"rowproof/engine/diagnostic"
	"rowproof/engine/logits"
	"rowproof/engine/rng/mlx"
	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

// native puts one row before every reader. The oracle's argmax sites do not
// look at what they read; ours are the greedy door.
func native(in *oracle.NativeIn) (oracle.Output, error) {
	out := &oracle.NativeOut{}
	cfg := configOf(in.Cfg)
	g := numpy.New(in.RNGSeed)
	token, dist, err := choose(Row(in.Row), nil, cfg, g)
	draw, err := drawn(token, err, g)
	if err != nil {
		return nil, err
	}
	out.Ordinary = oracle.NativeOrdinary{Tok: draw.Tok, Dist: dist, Err: draw.Err, Next: *draw.Next}

	if cfg.Temperature > 0 {
		seed, err := strconv.ParseUint(in.KeySeed, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("key seed: %w", err)
		}
		token, err := diagnostic.LazySample(wide(in.Row), diagnosticOf(in.Cfg), mlx.NewKey(seed))
		if err != nil {
			return nil, err
		}
		out.Lazy = id(token)
	}
	for _, site := range []*oracle.Site{&out.Argmax7577, &out.Argmax13295, &out.Argmax15371, &out.ArgmaxBatched} {
		if *site, err = argmax(Row(in.Row)); err != nil {
			return nil, err
		}
	}
	out.Argmax13295.List, out.ArgmaxBatched.List = true, true
	if cfg.Temperature <= 0 {
		site, err := argmax(Row(in.Row))
		if err != nil {
			return nil, err
		}
		out.DraftUnchecked = &site
	}
	return out, nil
}

func argmax(row logits.Row) (oracle.Site, error) {
	checked, err := logits.Check(row, nil, logits.Greedy)
	if err != nil {
		refused, err := refusal(err)
		return oracle.Site{Err: refused}, err
	}
	return oracle.Site{Tok: int64(checked.Argmax())}, nil
}
