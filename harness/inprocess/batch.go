package inprocess

import (
	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/oracle"
)

func batch(entry string, in *oracle.BatchIn) (oracle.Output, error) {
	out, err := readBatch(entry, in)
	if err != nil {
		refused, err := refusal(err)
		return &oracle.BatchOut{Err: refused}, err
	}
	return out, nil
}

// readBatch asks in the order of the law: does the route apply, are the
// parameters allowed, is every row healthy; only then is any row read.
func readBatch(entry string, in *oracle.BatchIn) (*oracle.BatchOut, error) {
	cfg := configOf(in.Cfg)
	var bound sample.Bound
	switch entry {
	case oracle.EntryBind:
		var err error
		if bound, err = sample.Bind(cfg); err != nil {
			return nil, err
		}
	default:
		if cfg.Route() != logits.TopK {
			return &oracle.BatchOut{None: true}, nil
		}
	}
	rows, err := logits.CheckAll(rowsOf(in.Rows), nil, logits.TopK)
	if err != nil {
		return nil, err
	}
	var s sample.Sampler
	g := numpy.New(in.RNGSeed)
	switch entry {
	case oracle.EntryBind:
		b, err := bound.Batch(&s, rows)
		if err != nil {
			return nil, err
		}
		return drawBatch(b, g)
	case oracle.EntryBatched:
		b, err := s.Batched(rows, cfg)
		if err != nil {
			return nil, err
		}
		return drawBatch(b, g)
	case oracle.EntrySparseRows:
		dists, err := s.Distributions(rows, cfg)
		if err != nil {
			return nil, err
		}
		return drawEach(dists, g)
	}
	return nil, unknown(entry)
}

func drawBatch(b *sample.Batch, g *numpy.Generator) (*oracle.BatchOut, error) {
	out := &oracle.BatchOut{}
	for row := range b.Rows() {
		ids, p := b.Entries(row)
		out.IDs, out.P = append(out.IDs, wideIDs(ids)), append(out.P, p)
		token, err := b.Draw(row, g)
		draw, err := drawn(token, err, g)
		if err != nil {
			return nil, err
		}
		out.Draws = append(out.Draws, draw)
	}
	return out, nil
}

func drawEach(dists []sample.Distribution, g *numpy.Generator) (*oracle.BatchOut, error) {
	out := &oracle.BatchOut{}
	for _, d := range dists {
		out.Dists = append(out.Dists, distOf(d))
		token, err := sample.Draw(d, g)
		draw, err := drawn(token, err, g)
		if err != nil {
			return nil, err
		}
		out.Draws = append(out.Draws, draw)
	}
	return out, nil
}
