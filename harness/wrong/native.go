package wrong

import (
	"context"

	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

// native puts one row before every reader.
func (e plain) native(ctx context.Context, in *oracle.NativeIn) (oracle.Output, error) {
	choose, dist := e.chooser(&oracle.OrdinaryIn{Row: in.Row, Cfg: in.Cfg})
	draw, err := choose(numpy.New(in.RNGSeed))
	if err != nil {
		return nil, err
	}
	out := &oracle.NativeOut{
		Ordinary:      oracle.NativeOrdinary{Tok: draw.Tok, Dist: dist, Err: draw.Err, Next: *draw.Next},
		Argmax7577:    e.site(in.Row),
		Argmax13295:   e.site(in.Row),
		Argmax15371:   e.site(in.Row),
		ArgmaxBatched: e.site(in.Row),
	}
	if routeOf(in.Cfg) == byArgmax {
		site := e.site(in.Row)
		out.DraftUnchecked = &site
		return out, nil
	}
	token, err := e.keyed(ctx, &oracle.LazySampleIn{Row: in.Row, Cfg: in.Cfg, Seed: in.KeySeed})
	out.Lazy = &token
	return out, err
}
