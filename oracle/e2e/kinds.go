package e2e

import (
	"errors"
	"slices"
)

// The kinds of record that are replayed.
const (
	Clean       = "clean"
	Clean8L     = "clean_8l"           // clean, on a deeper model
	CleanBF16   = "clean_bf16"         // clean, on a bfloat16 model: see Expect
	Patch       = "fault_patch"        // a row is broken on its way out of the model
	Weights     = "fault_weights"      // a token of the model breaks the row behind it
	WeightsCopy = "fault_weights_copy" // such a token in a block copied from the prompt
	Golden      = "golden"             // rows of one prompt, and of three chained drafts
)

// Kinds are the kinds in the order of reports.
func Kinds() []string {
	return []string{Clean, Clean8L, CleanBF16, Patch, Weights, WeightsCopy, Golden}
}

// ErrInformative marks a file that documents the oracle's behaviour: scenarios cite
// it, no run is held against it.
var ErrInformative = errors.New("documents the oracle's behaviour and is not replayed")

func informative(kind string) bool {
	return slices.Contains([]string{"bank", "bank_fault", "fault_lines", "final_state", "numeric", "reader"}, kind)
}

// recordedOn is the model that records of a kind are made on. Which weights that is, the
// sum in the meta line says.
func recordedOn(kind string) string {
	switch kind {
	case Clean8L:
		return "tiny-8l"
	case CleanBF16:
		return "tiny-bf16"
	}
	return "tiny-f32"
}
