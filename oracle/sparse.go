package oracle

// SparseCtorIn are the arguments of sampling.SparseDistribution and the seed of
// the one draw from it. Lengths may disagree and P may hold anything: that is
// what is tested.
type SparseCtorIn struct {
	IDs     []int64 `json:"ids"`
	P       F64s    `json:"p"`
	Vocab   int     `json:"vocab"`
	RNGSeed uint64  `json:"rng_seed"`
}

func (in *SparseCtorIn) check() error {
	if in.Vocab < 1 || in.Vocab > MaxWidth {
		return badf("vocab %d outside 1..%d", in.Vocab, MaxWidth)
	}
	return checkIDs("ids", in.Vocab, in.IDs)
}

// SparseOut is a refusal, or the distribution and one draw from it.
type SparseOut struct {
	Err  *Err  `json:"err,omitempty"`
	Dist *Dist `json:"dist,omitempty"`
	Draw *Draw `json:"draw,omitempty"`
}

func (out *SparseOut) check() error {
	if (out.Err == nil) != (out.Dist != nil && out.Draw != nil) || (out.Dist == nil) != (out.Draw == nil) {
		return badf("err, or dist and draw")
	}
	return nil
}

// Parts are err, or dist and draw.
func (out *SparseOut) Parts() []Part {
	if out.Err != nil {
		return []Part{{"err", out.Err}}
	}
	return []Part{{"dist", out.Dist}, {"draw", out.Draw}}
}
