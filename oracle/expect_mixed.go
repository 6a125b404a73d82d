package oracle

import "fmt"

// expectMixed: a dense target that holds a NaN or an infinity is no
// distribution and refuses every call, without a draw. Sparse distributions
// keep the oracle's law; so does a dense target of zeros.
func expectMixed(in *MixedIn, out Output) []claim {
	c := count(in.Target.All)
	if in.Target.Type != "dense" || c.nan+c.inf == 0 {
		return recorded(out)
	}
	refused, next := c.refusal(WhereAcceptance), undrawn(in.RNGSeed)
	var claims []claim
	// With the entries that are not finite taken out the target may be empty:
	// then the oracle's residual refuses too, as a value error.
	empty := []*Err{{Kind: KindValue}}
	add := func(name string, v any) {
		claims = append(claims, claim{Part: Part{name, v}, class: ClassTarget, others: empty})
	}
	for i := range in.Tokens {
		add(fmt.Sprintf("accept[%d]", i), F64OrErr{Err: refused})
	}
	add("residual", ResidualOut{Err: refused})
	for i := range in.Tokens {
		add(fmt.Sprintf("verify[%d]", i), VerifyOut{Err: refused, Next: next})
	}
	return claims
}
