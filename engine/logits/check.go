package logits

import (
	"math"

	"rowproof/engine/numeric"
)

// Checked is a row that may become a token: no NaN, and a finite maximum. Only
// Check makes one that its readers accept; the zero value has width 0.
type Checked struct {
	row     Row
	route   Route
	patches []patch
	argmax  int
}

// Width is the number of logits.
func (c Checked) Width() int { return c.row.Width() }

// Route is the reader that the row was checked for.
func (c Checked) Route() Route { return c.route }

// Argmax is the lowest ID among those with the highest logit, or -1 for the
// zero Checked.
func (c Checked) Argmax() int {
	if c.Width() == 0 {
		return -1
	}
	return c.argmax
}

// ScanKind names the loop that judges rows: "avx2" or "portable".
func ScanKind() string { return numeric.VectorKind() }

// Check applies the penalties (nil for none) in the arithmetic of the route and
// judges the result. The verdict and the argmax come from the same single pass;
// only a row that fails is read again, for the census in its *NumericalError.
// Penalties that do not fit the row are an ErrPenalty, an empty row an ErrWidth.
func Check(row Row, penalties *Penalties, route Route) (Checked, error) {
	return new(Workspace).Check(row, penalties, route)
}

// Check is the package's Check without allocations in steady state: the result
// is valid until the next Check on the same Workspace.
func (w *Workspace) Check(row Row, penalties *Penalties, route Route) (Checked, error) {
	if row.Width() == 0 {
		return Checked{}, ErrWidth
	}
	patches, err := penalties.patch(w.patches[:0], row, route)
	if err != nil {
		return Checked{}, err
	}
	w.patches = patches
	c := Checked{row: row, route: route, patches: patches}
	if !c.judge(w) {
		return Checked{}, c.census(route.where())
	}
	return c, nil
}

// judge finds the argmax and reports whether the row is healthy.
func (c *Checked) judge(w *Workspace) bool {
	top, healthy := negInf, true
	winner := -1 // first index of the block that holds the maximum
	c.walk(w, func(from int, values []float32) {
		peak, nan := numeric.Peak(values)
		healthy = healthy && !nan
		// Strictly greater: among equal blocks the first keeps the lowest ID.
		if float64(peak) > top {
			top, winner = float64(peak), from
		}
	})
	best := -1
	if winner >= 0 {
		best = winner + numeric.NextAbove(c.unpatched(winner, w), math.Nextafter32(float32(top), float32(negInf)))
	}
	for _, p := range c.patches {
		healthy = healthy && !math.IsNaN(p.value)
		if p.value > top || p.value == top && p.id < best {
			top, best = p.value, p.id
		}
	}
	c.argmax = best
	return healthy && !math.IsInf(top, 0)
}

// walk is the one full pass over a row: it hands over block after block with
// the penalised logits taken out (as -Inf, which wins nothing).
func (c *Checked) walk(w *Workspace, visit func(from int, values []float32)) {
	passes.Add(1)
	for from := 0; from < c.Width(); from += blockSize {
		visit(from, c.unpatched(from, w))
	}
}

func (c *Checked) unpatched(from int, w *Workspace) []float32 {
	values := c.row.block(from, &w.block)
	first := firstPatch(c.patches, from)
	if first == len(c.patches) || c.patches[first].id >= from+len(values) {
		return values
	}
	// The row itself stays as it is: penalised values live in a copy.
	copy(w.block[:], values)
	values = w.block[:len(values)]
	for _, p := range c.patches[first:] {
		if p.id >= from+len(values) {
			break
		}
		values[p.id-from] = float32(negInf)
	}
	return values
}

// firstPatch is the index of the first patch at or after an ID.
func firstPatch(patches []patch, id int) int {
	lo, hi := 0, len(patches)
	for lo < hi {
		if mid := (lo + hi) / 2; patches[mid].id < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
