package oracle

// expectSparse is the law for the two entries of sparse-fallback that start at
// a row. The constructor's arguments are probabilities, not rows, and stay as
// recorded.
func expectSparse(entry string, in *RowIn, out Output) []claim {
	class := in.Cfg.candidatesClass(in.asRead())
	if entry == EntryHostSparse {
		class = ""
		if in.Cfg.route() == greedy {
			class = ClassHostGreedy
		}
	} else if in.Cfg.route() != topK {
		return recorded(out) // the route does not apply
	}
	c := count(in.asRead())
	if !c.broken() {
		return recorded(out)
	}
	return []claim{{Part: Part{"err", c.refusal(in.Cfg.where())}, class: class}}
}
