package sample

import (
	"fmt"
	"math"
	"slices"

	"rowproof/engine/numeric"
)

// Residual is the normalised positive part of target minus draft, from which a
// rejected token is replaced. Where nothing is left, that is where the two are
// equal, exhausted is true and the residual is the target. A dense target
// without mass is an ErrValue, one that is not finite a *logits.NumericalError.
func Residual(target, draft Distribution) (residual Distribution, exhausted bool, err error) {
	if err := fits(target, draft, 0); err != nil {
		return Distribution{}, false, err
	}
	if err := refuseTarget(target); err != nil {
		return Distribution{}, false, err
	}
	if !target.Dense() && !draft.Dense() {
		return sparseResidual(target, draft)
	}
	t, q := target.dense(), draft.dense()
	rest := make([]float64, len(t))
	for i := range t {
		rest[i] = positive(t[i] - q[i])
	}
	total := numeric.SumPairwise(rest)
	exhausted = !hasMass(total)
	if exhausted {
		for i, p := range t {
			rest[i] = positive(p)
		}
		total = numeric.SumPairwise(rest)
	}
	if !hasMass(total) {
		return Distribution{}, true, fmt.Errorf("residual of a target without mass: %w", ErrValue)
	}
	for i := range rest {
		rest[i] /= total
	}
	return Distribution{width: target.width, p: rest}, exhausted, nil
}

// sparseResidual walks the target's IDs in ascending order: a token that only
// the draft has leaves nothing.
func sparseResidual(target, draft Distribution) (residual Distribution, exhausted bool, err error) {
	order := slices.Compact(slices.Sorted(slices.Values(target.ids)))
	var ids []int
	var rest []float64
	for _, id := range order {
		if r := positive(target.mass(id) - draft.mass(id)); r > 0 {
			ids, rest = append(ids, id), append(rest, r)
		}
	}
	total := numeric.SumPairwise(rest)
	if !hasMass(total) {
		return target, true, nil
	}
	for i := range rest {
		rest[i] /= total
	}
	err = residual.setSparse(ids, rest, target.width)
	return residual, false, err
}

func positive(x float64) float64 {
	if x > 0 && !math.IsInf(x, 0) {
		return x
	}
	return 0
}

func hasMass(total float64) bool { return total > 0 && !math.IsInf(total, 0) }
