package oracle

import "fmt"

// OrdinaryIn is one row read by generation._sample_from_logits, three times
// from one generator (PCG64 of RNGSeed). sparse-fallback uses it for its two
// entries that start at a row.
type OrdinaryIn struct {
	Row         Row     `json:"row"`
	Cfg         Config  `json:"cfg"`
	RNGSeed     uint64  `json:"rng_seed"`
	TokenCounts []Count `json:"token_counts,omitempty"`
	Overlay     []Bias  `json:"overlay,omitempty"`
}

// RowIn is the same request where a row leads to one distribution and one draw.
type RowIn = OrdinaryIn

func (in *OrdinaryIn) check() error {
	counts := make([]int64, len(in.TokenCounts))
	for i, c := range in.TokenCounts {
		counts[i] = c.ID
	}
	overlay := make([]int64, len(in.Overlay))
	for i, b := range in.Overlay {
		overlay[i] = b.ID
	}
	if err := checkIDs("token_counts", in.Row.Width(), counts); err != nil {
		return err
	}
	return checkIDs("overlay", in.Row.Width(), overlay)
}

// ordinaryDraws is how often an ordinary case draws.
const ordinaryDraws = 3

// OrdinaryOut are the three draws and the distribution behind them; Dist is nil
// for a greedy token and for a refusal.
type OrdinaryOut struct {
	Draws []Draw `json:"draws"`
	Dist  *Dist  `json:"dist"`
}

func (out *OrdinaryOut) check() error {
	if len(out.Draws) != ordinaryDraws {
		return badf("%d draws, not %d", len(out.Draws), ordinaryDraws)
	}
	for i, d := range out.Draws {
		if d.Next == nil {
			return badf("draws[%d]: no next", i)
		}
	}
	return nil
}

// Parts are draw[0..2] and dist.
func (out *OrdinaryOut) Parts() []Part { return append(drawParts(out.Draws), Part{"dist", out.Dist}) }

func drawParts(draws []Draw) []Part {
	parts := make([]Part, 0, len(draws)+1)
	for i, d := range draws {
		parts = append(parts, Part{fmt.Sprintf("draw[%d]", i), d})
	}
	return parts
}
