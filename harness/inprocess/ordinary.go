package inprocess

import (
	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/oracle"
)

// choose is the ordinary entry: check, then greedy or sampled by the
// parameters. dist is nil when greedy.
func choose(row logits.Row, p *logits.Penalties, cfg sample.Config, g *numpy.Generator) (token int, dist *oracle.Dist, err error) {
	checked, err := logits.Check(row, p, cfg.Route())
	if err != nil {
		return 0, nil, err
	}
	if cfg.Route() == logits.Greedy {
		token, err = sample.Greedy(checked)
		return token, nil, err
	}
	var s sample.Sampler
	token, err = s.Sample(checked, cfg, g)
	if err != nil {
		return 0, nil, err
	}
	return token, distOf(s.Last()), nil
}

func ordinary(in *oracle.OrdinaryIn) (oracle.Output, error) {
	g := numpy.New(in.RNGSeed)
	out := &oracle.OrdinaryOut{}
	for range 3 {
		token, dist, err := choose(Row(in.Row), Penalties(in), configOf(in.Cfg), g)
		draw, err := drawn(token, err, g)
		if err != nil {
			return nil, err
		}
		out.Draws = append(out.Draws, draw)
		out.Dist = dist
	}
	return out, nil
}
