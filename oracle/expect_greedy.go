package oracle

import "fmt"

// expectGreedy: the batched call is refused with the census of the first broken
// row in the order given; the row-wise calls are judged row by row.
func expectGreedy(in *GreedyIn, out *GreedyOut) []claim {
	return append(expectOrder("forward", in.Rows, &out.Forward), expectOrder("reversed", in.Rows, &out.Reversed)...)
}

func expectOrder(name string, rows Rows, o *GreedyOrder) []claim {
	first := (*Err)(nil)
	single, checked := make([]claim, len(o.Order)), make([]claim, len(o.Order))
	for i, row := range o.Order {
		single[i] = claim{Part: Part{fmt.Sprintf("%s.single[%d]", name, i), o.Single[i].tokErr()}}
		checked[i] = claim{Part: Part{fmt.Sprintf("%s.checked[%d]", name, i), o.Checked[i]}}
		c := count(rows[row].plain())
		if !c.broken() {
			continue
		}
		refused := c.refusal(WhereGreedy)
		if first == nil {
			first = refused
		}
		single[i].Value, single[i].class = &TokErr{Err: refused}, ClassArgmax15371
		checked[i].Value = TokErr{Err: refused}
	}
	batched := claim{Part: Part{name + ".batched", o.Batched}}
	if first != nil {
		batched.Value, batched.class = TokensOrErr{Err: first}, ClassArgmax15339
	}
	return append(append([]claim{batched}, single...), checked...)
}
