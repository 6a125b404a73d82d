package oracle

import (
	"fmt"
	"math"
)

// expectOrdinary: a row that is broken as its route reads it refuses all three
// draws, and the generator still stands at its first double.
func expectOrdinary(in *OrdinaryIn, out Output) []claim {
	c := count(in.asRead())
	if !c.broken() {
		return recorded(out)
	}
	refused, next := c.refusal(in.Cfg.where()), undrawn(in.RNGSeed)
	class := in.Cfg.candidatesClass(in.asRead())
	var claims []claim
	for i := range ordinaryDraws {
		claims = append(claims, claim{Part: Part{fmt.Sprintf("draw[%d]", i), Draw{Err: refused, Next: &next}}, class: class})
	}
	return append(claims, claim{Part: Part{"dist", (*Dist)(nil)}, class: class})
}

// candidatesClass is the class of a token from this broken row, if it is one the
// oracle's hole lets through: with the nucleus off, mass is taken from the k best
// candidates alone, NaN last. So there must be k numbers once the row is scaled as
// the device scales it, and the best of them must be finite.
func (c Config) candidatesClass(row []float64) Class {
	if c.route() != topK || c.nucleus() {
		return ""
	}
	scaled := make([]float64, len(row))
	for i, v := range row {
		scaled[i] = float64(float32(v) * float32(1/float64(c.Temperature)))
	}
	after := count(scaled)
	if after.width-after.nan < min(c.TopK, after.width) || math.IsInf(after.max, 0) {
		return ""
	}
	return ClassCandidates
}
