package modelmake

import "slices"

// Kind is what a trigger does to its row of logits.
type Kind string

// The kinds. A plain one is of the trunk's row behind the trigger. Its d-variant
// leaves the trunk alone and is of the row that the draft head gives when the trigger
// is its token: a trigger that ends a prompt reaches no row of the trunk.
const (
	NaN    Kind = "nan"    // every logit is NaN, and so is the hidden state
	PosInf Kind = "posinf" // one logit is +Inf
	AllNeg Kind = "allneg" // every logit is -Inf
	Mask   Kind = "mask"   // every logit is -Inf but five: a legal mask, not a fault
	One    Kind = "one"    // exactly one logit is NaN
	Most   Kind = "most"   // 25 of 32 logits are NaN, the lowest IDs are finite

	DraftNaN    Kind = "dnan"
	DraftPosInf Kind = "dposinf"
	DraftAllNeg Kind = "dallneg"
	DraftMask   Kind = "dmask"
	DraftOne    Kind = "done"
	DraftMost   Kind = "dmost"
)

// trunkKinds is the order of the channels.
var trunkKinds = []Kind{PosInf, AllNeg, Mask, NaN, One, Most}

// Kinds are all kinds: those of the trunk, then those of the draft head.
func Kinds() []Kind {
	kinds := slices.Clone(trunkKinds)
	for _, k := range trunkKinds {
		kinds = append(kinds, k.draft())
	}
	return kinds
}

func (k Kind) draft() Kind { return "d" + k }

// Draft reports whether the kind reaches only the draft head.
func (k Kind) Draft() bool {
	return slices.ContainsFunc(trunkKinds, func(t Kind) bool { return k == t.draft() })
}
