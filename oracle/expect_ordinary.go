package oracle

import "fmt"

// expectOrdinary: a row that is broken as its route reads it refuses all three
// draws, and the generator still stands at its first double.
func expectOrdinary(in *OrdinaryIn, out Output) []claim {
	c := count(in.asRead())
	if !c.broken() {
		return recorded(out)
	}
	refused, next := c.refusal(in.Cfg.where()), undrawn(in.RNGSeed)
	class := in.Cfg.candidatesClass()
	var claims []claim
	for i := range ordinaryDraws {
		claims = append(claims, claim{Part: Part{fmt.Sprintf("draw[%d]", i), Draw{Err: refused, Next: &next}}, class: class})
	}
	return append(claims, claim{Part: Part{"dist", (*Dist)(nil)}, class: class})
}

// candidatesClass is the exception for a broken row on the top-k route: only
// with the nucleus off does the oracle not read the whole row.
func (c Config) candidatesClass() Class {
	if c.route() == topK && !c.nucleus() {
		return ClassCandidates
	}
	return ""
}
