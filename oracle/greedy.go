package oracle

import (
	"encoding/json"
	"fmt"
)

// GreedyIn are rows read by one batched argmax. RowsKind says what each is.
type GreedyIn struct {
	Rows     Rows     `json:"rows"`
	RowsKind []string `json:"rows_kind"`
}

func (in *GreedyIn) check() error {
	if len(in.RowsKind) != len(in.Rows) {
		return badf("%d rows_kind for %d rows", len(in.RowsKind), len(in.Rows))
	}
	return checkRowsKind(in.RowsKind)
}

// TokensOrErr is one token per row, or a refusal of the whole call.
type TokensOrErr struct {
	Tokens []int64
	Err    *Err
}

func (t *TokensOrErr) decode(raw []byte) error {
	e, ok, err := refused(raw)
	if ok || err != nil {
		*t = TokensOrErr{Err: e}
		return err
	}
	*t = TokensOrErr{}
	return decodeKnown(raw, &t.Tokens)
}

// MarshalJSON writes the list or {"err"}.
func (t TokensOrErr) MarshalJSON() ([]byte, error) {
	if t.Err != nil {
		return json.Marshal(errText{t.Err})
	}
	return json.Marshal(t.Tokens)
}

// GreedyOrder is what one order of the rows gave: Order lists the rows as
// given; Batched read them in one call, Single one by one by an unchecked
// argmax, Checked one by one by the ordinary entry.
type GreedyOrder struct {
	Order   []int       `json:"order"`
	Batched TokensOrErr `json:"batched"`
	Single  []Site      `json:"single"`
	Checked []TokErr    `json:"checked"`
}

func (o *GreedyOrder) check() error {
	n := len(o.Order)
	seen := make([]bool, n)
	for _, row := range o.Order {
		if row < 0 || row >= n || seen[row] {
			return badf("order %v is no permutation", o.Order)
		}
		seen[row] = true
	}
	if o.Batched.Err == nil && len(o.Batched.Tokens) != n || len(o.Single) != n || len(o.Checked) != n {
		return badf("%d rows: %d batched, %d single, %d checked", n, len(o.Batched.Tokens), len(o.Single), len(o.Checked))
	}
	return nil
}

// GreedyOut are both orders of the same rows.
type GreedyOut struct {
	Forward  GreedyOrder `json:"forward"`
	Reversed GreedyOrder `json:"reversed"`
}

// Parts are, per order, batched, single[i] and checked[i].
func (out *GreedyOut) Parts() []Part {
	return append(out.Forward.parts("forward"), out.Reversed.parts("reversed")...)
}

func (o *GreedyOrder) parts(name string) []Part {
	parts := []Part{{name + ".batched", o.Batched}}
	for i := range o.Single {
		parts = append(parts, Part{fmt.Sprintf("%s.single[%d]", name, i), o.Single[i].tokErr()})
	}
	for i := range o.Checked {
		parts = append(parts, Part{fmt.Sprintf("%s.checked[%d]", name, i), o.Checked[i]})
	}
	return parts
}
