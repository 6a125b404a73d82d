package sample

import (
	"fmt"
	"math"

	"rowproof/engine/logits"
)

// refuseTarget is the law of targets: a dense one with a NaN or an infinity
// would accept anything (a comparison with NaN keeps the 1 of min(1, p/q)).
func refuseTarget(target Distribution) error {
	if target.Dense() {
		for _, p := range target.p {
			if math.IsNaN(p) || math.IsInf(p, 0) {
				return logits.NewNumericalError(logits.WhereAcceptance, target.p)
			}
		}
	}
	return nil
}

// fits refuses a pair over different vocabularies and a token outside them.
func fits(target, draft Distribution, token int) error {
	if target.width != draft.width {
		return fmt.Errorf("target over %d tokens, draft over %d: %w", target.width, draft.width, ErrValue)
	}
	if token < 0 || token >= target.width {
		return fmt.Errorf("token %d of a vocabulary of %d: %w", token, target.width, ErrValue)
	}
	return nil
}

// Acceptance is the probability min(1, target/draft) of keeping a drafted token
// (Leviathan et al. 2023). A draft that gave the token no mass is kept exactly
// if the target gives it some. A dense target that is not finite is a
// *logits.NumericalError.
func Acceptance(target, draft Distribution, token int) (float64, error) {
	if err := fits(target, draft, token); err != nil {
		return 0, err
	}
	if err := refuseTarget(target); err != nil {
		return 0, err
	}
	return acceptance(target, draft, token), nil
}

func acceptance(target, draft Distribution, token int) float64 {
	p, q := target.mass(token), draft.mass(token)
	switch {
	case q <= 0 && p > 0:
		return 1
	case q <= 0:
		return 0
	}
	if r := p / q; r < 1 {
		return r
	}
	return 1 // also for a NaN draft, as the oracle: drafts made from checked rows hold none
}
