package modelprove

import (
	"fmt"
	"math"
	"slices"

	"rowproof/harness/e2erecord"
)

// drafts is how many draft rows are chained behind a prompt.
const drafts = 3

// rows are what one side computes of a prompt.
type rows struct {
	last   []float32          // [vocabulary], the trunk's behind the last token
	best   []int              // [tokens], the highest logit of each row of the trunk
	census []e2erecord.Census // [tokens]
	drafts []draft
}

// draft is one row of the draft head.
type draft struct {
	input int // the token that the row is behind
	row   []float32
}

// inputs are the tokens of the draft rows.
func (r *rows) inputs() []int {
	var list []int
	for _, d := range r.drafts {
		list = append(list, d.input)
	}
	return list
}

// each are the rows that both sides have in full, by name.
func (r *rows) each() []namedRow {
	list := []namedRow{{"the last row", r.last}}
	for i, d := range r.drafts {
		list = append(list, namedRow{fmt.Sprintf("draft row %d", i+1), d.row})
	}
	return list
}

type namedRow struct {
	name   string
	values []float32
}

// sameBits says what of two answers is not the same, or nothing.
func (r *rows) sameBits(other *rows) error {
	if !slices.Equal(r.inputs(), other.inputs()) {
		return fmt.Errorf("drafts behind tokens %d, not %d", other.inputs(), r.inputs())
	}
	theirs := other.each()
	for i, row := range r.each() {
		for id, v := range row.values {
			if got := theirs[i].values[id]; math.Float32bits(got) != math.Float32bits(v) {
				return fmt.Errorf("%s: logit %d is %g, not %g", row.name, id, got, v)
			}
		}
	}
	return nil
}

// best is the lowest ID among those with the highest logit.
func best(row []float32) int {
	at := 0
	for id, v := range row {
		if v > row[at] {
			at = id
		}
	}
	return at
}
