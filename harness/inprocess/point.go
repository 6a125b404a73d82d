package inprocess

import (
	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/oracle"
)

func point(in *oracle.PointIn) (oracle.Output, error) {
	g := numpy.New(in.RNGSeed)
	cfg := configOf(in.Cfg)
	var s sample.Sampler
	var accepted, correction int
	var corrected bool
	rows, err := logits.CheckAll(rowsOf(in.Rows), nil, cfg.Route())
	if err == nil {
		accepted, correction, corrected, err = sample.AcceptBlock(&s, rows, narrowIDs(in.Block), cfg, g)
	}
	if err != nil {
		refused, err := refusal(err)
		return &oracle.PointOut{Err: refused, Next: *next(g)}, err
	}
	out := &oracle.PointOut{Accepted: &accepted, Next: *next(g)}
	if corrected {
		out.Correction = id(correction)
	}
	return out, nil
}
