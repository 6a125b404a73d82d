package oracle

// bindRefusal is what the bound route says to parameters it does not serve.
const bindRefusal = "fixed batched top-k sampling requires temperature and top_k"

// expectBatched: parameters first, then the first broken row refuses the batch.
func expectBatched(entry string, in *BatchIn, out *BatchOut) []claim {
	call := func(v BatchOut, class Class, others []*Err) []claim {
		return []claim{{Part: Part{"call", &v}, class: class, others: others, bare: entry == EntryBind}}
	}
	if in.Cfg.route() != topK {
		if entry == EntryBind {
			return call(BatchOut{Err: &Err{Kind: KindValue, Msg: bindRefusal}}, "", nil)
		}
		return call(BatchOut{None: true}, "", nil)
	}
	if refused := in.Rows.brokenRows(in.Cfg.where()); len(refused) > 0 {
		class, others := ClassBatchNeighbour, refused[1:]
		healthy := in.Rows.healthyRows(in.Cfg.where())
		switch {
		case out.Err != nil && !sameAsOne(out.Err, refused) && sameAsOne(out.Err, healthy):
			class, others = ClassMassless, healthy
		case entry == EntryBind || !in.Rows.unseen(in.Cfg, out.Err):
			class = "" // the reader cannot have looked away
		}
		return call(BatchOut{Err: refused[0]}, class, others)
	}
	if entry == EntryBind {
		// Healthy rows: a temperature may leave one of them without mass.
		if e := in.firstWithoutMass(); e != nil {
			return call(BatchOut{Err: e}, "", nil)
		}
	}
	return recorded(out)
}

// firstWithoutMass is the refusal of the first healthy row that a float64 softmax
// cannot turn into probabilities: divided by the temperature its maximum over- or
// underflows, or a mask becomes NaN.
func (in *BatchIn) firstWithoutMass() *Err {
	for _, row := range in.Rows {
		values := row.plain()
		scaled := make([]float64, len(values))
		for i, v := range values {
			scaled[i] = v / float64(in.Cfg.Temperature)
		}
		if count(scaled).broken() {
			return count(values).refusal(in.Cfg.where())
		}
	}
	return nil
}

// unseen reports whether the oracle can have come past every broken row before
// the one it refused (past all of them if it refused none) without noticing.
func (r Rows) unseen(cfg Config, refused *Err) bool {
	for _, row := range r {
		c := count(row.plain())
		if !c.broken() {
			continue
		}
		if refused != nil && sameAsOne(refused, []*Err{c.refusal(cfg.where())}) {
			return true
		}
		if cfg.candidatesClass(row.plain()) == "" {
			return false
		}
	}
	return true
}
