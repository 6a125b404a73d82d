package oracle

import "math"

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
		case entry == EntryBind || in.Cfg.nucleus():
			class = "" // these read every row whole
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

// firstWithoutMass is the refusal of the first valid row that a float64 softmax
// cannot turn into probabilities: its maximum over- or underflows when it is
// divided by the temperature.
func (in *BatchIn) firstWithoutMass() *Err {
	for _, row := range in.Rows {
		c := count(row.plain())
		if top := c.max / float64(in.Cfg.Temperature); math.IsNaN(top) || math.IsInf(top, 0) {
			return c.refusal(in.Cfg.where())
		}
	}
	return nil
}
