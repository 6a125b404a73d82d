//go:build faultinject

package fault

import (
	"math"

	"rowproof/engine/logits"
)

// kind is a way to break a row.
type kind string

const (
	nan    kind = "nan"
	posInf kind = "posinf"
	allNeg kind = "allneg"
	mask   kind = "mask"
)

var kinds = []kind{nan, posInf, allNeg, mask}

// breakRow is a broken copy of a row. What was broken before stays broken: a fault of
// the model's own must not hide behind ours.
func (k kind) breakRow(row logits.Row) (logits.Row, error) {
	values := make([]float32, row.Width())
	row.Float32s(values)
	switch k {
	case nan:
		values[least(values)] = float32(math.NaN())
	case posInf:
		values[least(values)] = float32(math.Inf(1))
	case allNeg:
		return logits.Mask(row, make([]bool, len(values)))
	case mask:
		allowed := make([]bool, len(values))
		allowed[best(values)] = true
		return logits.Mask(row, allowed)
	}
	return logits.F32(values), nil
}

func least(values []float32) int { return first(values, func(a, b float32) bool { return a < b }) }

func best(values []float32) int { return first(values, func(a, b float32) bool { return a > b }) }

// first is the first value that no other one beats.
func first(values []float32, beats func(a, b float32) bool) int {
	found := 0
	for i, v := range values {
		if beats(v, values[found]) {
			found = i
		}
	}
	return found
}
