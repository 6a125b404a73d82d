package inprocess

import (
	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/oracle"
)

func sparseConstructor(in *oracle.SparseCtorIn) (oracle.Output, error) {
	d, err := sample.NewSparse(narrowIDs(in.IDs), in.P, in.Vocab)
	return sparseOut(d, err, in.RNGSeed)
}

func sparseRow(entry string, in *oracle.RowIn) (oracle.Output, error) {
	cfg := configOf(in.Cfg)
	route := logits.TopK
	if cfg.Temperature <= 0 {
		route = logits.Greedy
	}
	checked, err := logits.Check(Row(in.Row), Penalties(in), route)
	if err != nil {
		return sparseOut(sample.Distribution{}, err, in.RNGSeed)
	}
	var s sample.Sampler
	var d sample.Distribution
	switch entry {
	case oracle.EntryHostSparse:
		d, err = s.HostSparse(checked, cfg)
	case oracle.EntryDeviceSparse:
		d, err = s.Distribute(checked, cfg)
	default:
		return nil, unknown(entry)
	}
	return sparseOut(d, err, in.RNGSeed)
}

func sparseOut(d sample.Distribution, err error, seed uint64) (oracle.Output, error) {
	if err != nil {
		refused, err := refusal(err)
		return &oracle.SparseOut{Err: refused}, err
	}
	g := numpy.New(seed)
	token, err := sample.Draw(d, g)
	draw, err := drawn(token, err, g)
	return &oracle.SparseOut{Dist: distOf(d), Draw: &draw}, err
}
