package oracle

// BatchIn are rows read in one call, then drawn from in order with one
// generator.
type BatchIn struct {
	Rows    Rows   `json:"rows"`
	Cfg     Config `json:"cfg"`
	RNGSeed uint64 `json:"rng_seed"`
}

// BatchOut is one of: a refusal, None ("this route does not apply"), one Dist
// per row, or per row IDs and P padded to one length (id -1, probability 0).
// Draws has one token per row.
type BatchOut struct {
	Err   *Err      `json:"err,omitempty"`
	None  bool      `json:"none,omitempty"`
	Dists []*Dist   `json:"dists,omitempty"`
	IDs   [][]int64 `json:"ids,omitempty"`
	P     []F64s    `json:"p,omitempty"`
	Draws []Draw    `json:"draws,omitempty"`
}

func (out *BatchOut) check() error {
	forms := 0
	for _, said := range []bool{out.Err != nil, out.None, len(out.Dists) > 0, len(out.IDs) > 0} {
		if said {
			forms++
		}
	}
	rows := max(len(out.Dists), len(out.IDs))
	if forms != 1 || len(out.P) != len(out.IDs) || len(out.Draws) != rows {
		return badf("err, none, dists with draws, or ids with p and draws")
	}
	for i, d := range out.Dists {
		if d == nil {
			return badf("dists[%d] is null", i)
		}
	}
	for i, ids := range out.IDs {
		if len(ids) != len(out.P[i]) {
			return badf("row %d: %d ids, %d probabilities", i, len(ids), len(out.P[i]))
		}
	}
	for i, d := range out.Draws {
		if d.Next == nil {
			return badf("draws[%d]: no next", i)
		}
	}
	return nil
}

// Parts are the call and each draw.
func (out *BatchOut) Parts() []Part {
	call := *out
	call.Draws = nil
	return append([]Part{{"call", &call}}, drawParts(out.Draws)...)
}
