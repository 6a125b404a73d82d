package inprocess

import (
	"slices"

	"rowproof/engine/logits"
	"rowproof/oracle"
)

func greedy(in *oracle.GreedyIn) (oracle.Output, error) {
	order := make([]int, len(in.Rows))
	for i := range order {
		order[i] = i
	}
	out := &oracle.GreedyOut{}
	var err error
	if out.Forward, err = greedyOrder(in.Rows, order); err != nil {
		return nil, err
	}
	order = slices.Clone(order)
	slices.Reverse(order)
	out.Reversed, err = greedyOrder(in.Rows, order)
	return out, err
}

// greedyOrder reads the rows in an order: as one batch, and one by one.
func greedyOrder(rows oracle.Rows, order []int) (oracle.GreedyOrder, error) {
	out := oracle.GreedyOrder{Order: order}
	var batch []logits.Row
	for _, i := range order {
		batch = append(batch, Row(rows[i]))
		site, err := argmax(Row(rows[i]))
		if err != nil {
			return out, err
		}
		out.Single = append(out.Single, site)
		checked := oracle.TokErr{Err: site.Err}
		if site.Err == nil {
			checked.Tok = &site.Tok
		}
		out.Checked = append(out.Checked, checked)
	}
	checked, err := logits.CheckAll(batch, nil, logits.Greedy)
	if err != nil {
		refused, err := refusal(err)
		out.Batched = oracle.TokensOrErr{Err: refused}
		return out, err
	}
	for _, c := range checked {
		out.Batched.Tokens = append(out.Batched.Tokens, int64(c.Argmax()))
	}
	return out, nil
}
