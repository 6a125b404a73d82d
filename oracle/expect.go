package oracle

import (
	"bytes"
	"errors"
	"fmt"
)

// ErrUndeclared marks a record that disagrees with the law in a way that no
// declared exception explains: the receipt is wrong, or the oracle has a hole
// that nobody has described yet. Such a case is never a success.
var ErrUndeclared = errors.New("record disagrees with the law and no declared exception explains it")

// Expected is the outcome a case must have.
type Expected struct {
	Parts []ExpectedPart
}

// ExpectedPart is the outcome of one call of the case. Exception is "" where
// the record says the same (or, for the bound batched route, makes the same
// refusal by a bare floating-point error).
type ExpectedPart struct {
	Part
	Exception Class
}

// claim is what the law says about one call before the record is looked at.
type claim struct {
	Part
	// class is the declared exception a disagreeing record is an instance of,
	// "" if none is declared for these inputs.
	class Class
	// others are refusals of other broken rows of the call; a record may make
	// one of them and still be an instance of class.
	others []*Err
	// bare says that a FloatingPointError in the record is the same refusal.
	bare bool
}

// Expect gives the outcome of a case by the law, from its inputs alone: not from
// its id, and not from its kind. Where the law says "as recorded" the parts are
// those of the record. An error wraps ErrUndeclared.
//
//	(i)   a refusal of parameters, or "this route does not apply", comes first,
//	      also on a broken row;
//	(ii)  otherwise a broken row anywhere in the call refuses the whole call,
//	      with the census of the first one in the given order, without a draw;
//	(iii) otherwise as recorded.
func Expect(c *Case) (Expected, error) {
	claims := recorded(c.Out)
	switch in := c.In.(type) {
	case *OrdinaryIn:
		if c.Group == GroupSparse {
			claims = expectSparse(c.Entry, in, c.Out)
		} else {
			claims = expectOrdinary(in, c.Out)
		}
	case *BatchIn:
		claims = expectBatched(c.Entry, in, c.Out.(*BatchOut))
	case *MixedIn:
		claims = expectMixed(in, c.Out)
	case *NativeIn:
		claims = expectNative(in, c.Out)
	case *GreedyIn:
		claims = expectGreedy(in, c.Out.(*GreedyOut))
	case *PointIn:
		claims = expectPoint(in, c.Out.(*PointOut))
	}
	return settle(c.Out, claims)
}

// recorded claims the parts of the record.
func recorded(out Output) []claim {
	var claims []claim
	for _, p := range out.Parts() {
		claims = append(claims, claim{Part: p})
	}
	return claims
}

// settle holds claims against the record and names the exceptions.
func settle(out Output, claims []claim) (Expected, error) {
	record := map[string]any{}
	for _, p := range out.Parts() {
		record[p.Name] = p.Value
	}
	var exp Expected
	for _, c := range claims {
		seen, ok := record[c.Name]
		part := ExpectedPart{Part: c.Part}
		switch {
		case ok && bytes.Equal(Canonical(seen), Canonical(c.Value)):
		case ok && c.bare && refusal(seen) != nil && refusal(seen).Kind == KindFloatingPoint:
		case c.class != "" && (!ok || c.admits(refusal(seen))):
			part.Exception = c.class
		default:
			return Expected{}, fmt.Errorf("%w: %s: law %s, record %s", ErrUndeclared, c.Name, Canonical(c.Value), Canonical(seen))
		}
		exp.Parts = append(exp.Parts, part)
	}
	return exp, nil
}

// admits reports whether a record that disagrees can be what the class
// describes: no refusal at all, or the refusal of another broken row.
func (c claim) admits(made *Err) bool { return made == nil || sameAsOne(made, c.others) }

// sameAsOne reports whether a refusal is among others; messages do not count.
func sameAsOne(made *Err, others []*Err) bool {
	for _, other := range others {
		if bytes.Equal(Canonical(made), Canonical(other)) {
			return true
		}
	}
	return false
}

// refusal is the error inside the value of a part, nil if it holds none.
func refusal(v any) *Err {
	switch v := v.(type) {
	case *Err:
		return v
	case Draw:
		return v.Err
	case *BatchOut:
		return v.Err
	case F64OrErr:
		return v.Err
	case ResidualOut:
		return v.Err
	case VerifyOut:
		return v.Err
	case NativeOrdinary:
		return v.Err
	case TokErr:
		return v.Err
	case *TokErr:
		if v != nil {
			return v.Err
		}
	case TokensOrErr:
		return v.Err
	case PointOut:
		return v.Err
	}
	return nil
}
