package modelprove

import (
	"fmt"
	"slices"

	"rowproof/harness/modelmake"
)

// stage is where poison is shown.
type stage struct {
	trigger int
	prefix  []int // without the trigger, which is the oracle's best token behind it
	healthy asked // the trigger is neither in it nor drafted behind
}

// healthyLength is that of the healthy prompt, at least.
const healthyLength = 13

// stage finds a trigger among what the oracle says behind parts of the prompts: a draft
// row is always behind the best token of the row before, so that only such a token
// meets the draft head.
func (v *prover) stage() (*stage, error) {
	i := slices.IndexFunc(v.asked, func(a asked) bool { return len(a.tokens) >= healthyLength })
	healthy := v.asked[max(i, 0)]
	taken := slices.Concat(healthy.tokens, healthy.oracle.inputs())
	for _, a := range v.asked {
		for at, token := range a.oracle.best {
			prefix := a.tokens[:at+1]
			if len(prefix) < v.model.Context() && trigger(token, v.model.Vocabulary(), v.note) &&
				!slices.Contains(taken, token) && !slices.Contains(prefix, token) {
				return &stage{trigger: token, prefix: prefix, healthy: healthy}, nil
			}
		}
	}
	return nil, fmt.Errorf("%w: no best token behind a prompt can be a trigger", ErrModel)
}

// trigger reports whether a token can be made a trigger of any kind.
func trigger(token, vocabulary int, n modelmake.Note) bool {
	return token != 0 && token != vocabulary-1 && token != n.PosInfColumn &&
		(n.OneColumn == nil || token != *n.OneColumn) && !slices.Contains(n.MaskKeep, token)
}
