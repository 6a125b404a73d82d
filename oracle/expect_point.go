package oracle

import "bytes"

// expectPoint: a broken row anywhere in the block refuses the block before any
// draw, also behind a token the oracle would have rejected.
func expectPoint(in *PointIn, out *PointOut) []claim {
	refused := in.Rows.brokenRows(in.Cfg.where())
	if len(refused) == 0 {
		return recorded(out)
	}
	call := PointOut{Err: refused[0], Next: undrawn(in.RNGSeed)}
	class, others := in.pointClass(out, refused[0]), refused
	healthy := in.Rows.healthyRows(in.Cfg.where())
	if out.Err != nil && !sameAsOne(out.Err, refused) && sameAsOne(out.Err, healthy) {
		class, others = ClassMassless, healthy
	}
	return []claim{{Part: Part{"call", call}, class: class, others: others}}
}

// pointClass tells a broken row that the oracle never came to, or only after
// draws, from one that it read and did not see.
func (in *PointIn) pointClass(out *PointOut, first *Err) Class {
	if !in.passedBroken(out, first) {
		return ClassLookahead
	}
	if in.Cfg.route() == greedy {
		return ClassHostGreedy
	}
	if in.Rows[:in.read(out)].unseen(in.Cfg, out.Err) {
		return ClassCandidates
	}
	return ""
}

// passedBroken reports whether the record went past the first broken row: a
// token was settled from it, or a later row was refused.
func (in *PointIn) passedBroken(out *PointOut, first *Err) bool {
	if out.Err != nil {
		return !bytes.Equal(Canonical(out.Err), Canonical(first))
	}
	return len(in.Rows[:in.read(out)].brokenRows(in.Cfg.where())) > 0
}

// read is how many rows the record shows the oracle to have looked at.
func (in *PointIn) read(out *PointOut) int {
	if out.Err != nil {
		return len(in.Rows)
	}
	n := *out.Accepted
	if out.Correction != nil {
		n++
	}
	return min(n, len(in.Rows))
}
