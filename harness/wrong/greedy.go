package wrong

import (
	"slices"

	"rowproof/oracle"
)

func (h *hooks) greedy(in *oracle.GreedyIn) *oracle.GreedyOut {
	order := make([]int, len(in.Rows))
	for i := range order {
		order[i] = i
	}
	backwards := slices.Clone(order)
	slices.Reverse(backwards)
	return &oracle.GreedyOut{Forward: h.inOrder(in.Rows, order), Reversed: h.inOrder(in.Rows, backwards)}
}

// inOrder reads rows in an order: as one batch, and one by one.
func (h *hooks) inOrder(rows oracle.Rows, order []int) oracle.GreedyOrder {
	out := oracle.GreedyOrder{Order: order}
	var batch oracle.Rows
	for _, i := range order {
		batch = append(batch, rows[i])
		site := h.site(rows[i])
		out.Single = append(out.Single, site)
		checked := oracle.TokErr{Err: site.Err}
		if site.Err == nil {
			checked.Tok = &site.Tok
		}
		out.Checked = append(out.Checked, checked)
	}
	all, refused := h.readAll(batch, argmaxOnly, h.batch)
	out.Batched.Err = refused
	for _, x := range all {
		out.Batched.Tokens = append(out.Batched.Tokens, int64(h.argmax(x)))
	}
	return out
}

// site is one place that takes an argmax.
func (h *hooks) site(row oracle.Row) oracle.Site {
	x, refused := h.read(&oracle.OrdinaryIn{Row: row, Cfg: argmaxOnly})
	if refused != nil {
		return oracle.Site{Err: refused}
	}
	return oracle.Site{Tok: int64(h.argmax(x))}
}
