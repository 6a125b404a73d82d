package e2erecord

import (
	"fmt"
	"slices"

	"rowproof/oracle/e2e"
)

// Subset names a part of the receipts.
type Subset string

// The subsets.
const (
	All Subset = "all"
	// CI is what every change re-records: the clean runs of the prompts p0 and copy, each
	// fault site with a NaN row, an infinite column and a legal mask in each lane, and the
	// golden rows.
	CI Subset = "ci"
)

// ParseSubset reads the name of a subset.
func ParseSubset(name string) (Subset, error) {
	if s := Subset(name); s == All || s == CI {
		return s, nil
	}
	return "", fmt.Errorf("%q is no subset; there are %s and %s", name, All, CI)
}

func (s Subset) has(r *Object) bool {
	if s == All {
		return true
	}
	switch text(r, "kind") {
	case e2e.Clean:
		return slices.Contains([]string{"p0", "copy"}, text(r, "prompt"))
	case e2e.Patch:
		return slices.Contains([]string{"nan", "posinf", "mask"}, text(r, "fault"))
	case e2e.Golden:
		return true
	}
	return false
}
