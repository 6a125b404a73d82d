package inprocess

import (
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/oracle"
)

func mixed(in *oracle.MixedIn) (oracle.Output, error) {
	target, err := rawDist(in.Target)
	if err != nil {
		return nil, err
	}
	draft, err := rawDist(in.Draft)
	if err != nil {
		return nil, err
	}
	out := &oracle.MixedOut{}
	for _, token := range in.Tokens {
		p, err := sample.Acceptance(target, draft, int(token))
		if err != nil {
			refused, err := refusal(err)
			if err != nil {
				return nil, err
			}
			out.Accept = append(out.Accept, oracle.F64OrErr{Err: refused})
			continue
		}
		out.Accept = append(out.Accept, oracle.F64OrErr{F64: (*oracle.F64)(&p)})
	}
	if out.Residual, err = residual(target, draft); err != nil {
		return nil, err
	}
	g := numpy.New(in.RNGSeed)
	for _, token := range in.Tokens {
		d, err := sample.Verify(target, draft, int(token), g)
		if err != nil {
			refused, err := refusal(err)
			if err != nil {
				return nil, err
			}
			out.Verify = append(out.Verify, oracle.VerifyOut{Err: refused, Next: *next(g)})
			continue
		}
		p := oracle.F64(d.Probability)
		out.Verify = append(out.Verify, oracle.VerifyOut{Accepted: &d.Accepted, Tok: id(d.Token), AcceptP: &p, Next: *next(g)})
	}
	return out, nil
}

func residual(target, draft sample.Distribution) (oracle.ResidualOut, error) {
	r, exhausted, err := sample.Residual(target, draft)
	if err != nil {
		refused, err := refusal(err)
		return oracle.ResidualOut{Err: refused}, err
	}
	// The oracle hands the target itself back only where both are sparse.
	whole := exhausted && !target.Dense() && !draft.Dense()
	ids, p := r.Entries()
	if r.Dense() {
		return oracle.ResidualOut{IsTarget: whole, Dist: oracle.RawDist{Type: "dense", All: p}}, nil
	}
	width := r.Width()
	return oracle.ResidualOut{IsTarget: whole, Dist: oracle.RawDist{Type: "sparse", Vocab: &width, IDs: wideIDs(ids), P: p}}, nil
}

// rawDist takes recorded mass as it is: it was normalised when it was recorded,
// and normalising it again could move its last bits.
func rawDist(d oracle.RawDist) (sample.Distribution, error) {
	if d.Type == "dense" {
		return sample.NewDense(d.All), nil
	}
	return sample.RestoreSparse(narrowIDs(d.IDs), d.P, d.Width())
}
