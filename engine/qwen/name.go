package qwen

import (
	"path/filepath"
	"strings"
)

// place is what a tensor belongs to.
type place uint8

const (
	trunkTensor   place = iota
	headTensor          // of the draft head
	strayTensor         // of a draft head, by a name that the oracle does not look for
	pictureTensor       // of the vision tower
)

// canonical says what a tensor belongs to and gives it the one name that is asked
// for: "model.layers.0...", "lm_head.weight", "mtp.fc.weight".
func canonical(name string) (string, place) {
	if strings.HasPrefix(name, "vision_tower") || strings.HasPrefix(name, "model.visual") {
		return name, pictureTensor
	}
	if strings.Contains(name, "mtp.") {
		short := strings.TrimPrefix(name, "language_model.")
		if strings.HasPrefix(short, "mtp.") {
			return short, headTensor
		}
		return name, strayTensor
	}
	if rest, ok := strings.CutPrefix(name, "model.language_model."); ok {
		return "model." + rest, trunkTensor
	}
	return strings.TrimPrefix(name, "language_model."), trunkTensor
}

// local reports whether a name that a file gives stays inside the folder.
func local(name string) bool { return filepath.IsLocal(filepath.FromSlash(name)) }
