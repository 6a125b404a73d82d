package logits

import (
	"cmp"
	"math"
	"slices"

	"rowproof/engine/numeric"
)

// Support is what the top-k reader keeps of a row: at most k token IDs in the
// order of selection and their mass, float64, before normalisation. Tokens
// outside the nucleus keep their place with mass 0. The mass of a healthy row
// can still be NaN or zero when the temperature over- or underflows float32;
// whoever reads it must judge that.
type Support struct {
	IDs  []int
	Mass []float64
}

// candidate is a token with its logit over temperature.
type candidate struct {
	id    int
	value float32
}

// rank orders candidates by value, highest first, NaN last, ties by lower ID.
func rank(a, b candidate) int {
	switch nanA, nanB := a.value != a.value, b.value != b.value; {
	case nanA && nanB:
		return cmp.Compare(a.id, b.id)
	case nanA:
		return 1
	case nanB:
		return -1
	}
	switch {
	case a.value > b.value:
		return -1
	case a.value < b.value:
		return 1
	}
	return cmp.Compare(a.id, b.id)
}

// superset is how many candidates are looked at for each one kept: enough to
// see, almost always, that no tie at the cut reaches beyond them.
const superset = 4

// Support selects the top k logits and weighs them at a temperature,
// with the float32 arithmetic of the oracle's device and, if 0 < topP < 1, its
// nucleus measured on the mass of the whole vocabulary. The slices belong to
// the Workspace. It is one full read of the row. It is empty for k < 1 and for
// the zero Checked.
func (c Checked) Support(w *Workspace, topK int, temperature, topP float64) Support {
	n := c.Width()
	k := min(topK, n)
	if k < 1 {
		return Support{}
	}
	// k first: superset*k may not fit an int when k is huge.
	m := n
	if k <= n/superset {
		m = superset * k
	}
	scaled := c.scaled(w, float32(1/temperature))
	w.candidates = best(w.candidates, scaled, m)
	top := w.candidates[:k]

	nucleus := 0 < topP && topP < 1
	var total float32
	if nucleus {
		total = numeric.LogSumExp32(scaled)
	}
	w.ids, w.mass = resize(w.ids, k), resize(w.mass, k)
	if m > k && spills(w.candidates, k) {
		c.spill(w, k, nucleus, total)
	} else {
		for i, t := range top {
			w.ids[i] = t.id
			w.mass[i] = float64(t.value)
		}
		if nucleus {
			for i, t := range top {
				w.mass[i] = float64(numeric.Exp32(t.value - total))
			}
		} else {
			softmaxRanked(w.mass)
		}
	}
	if nucleus {
		CutNucleus(w.mass, topP)
	}
	return Support{w.ids, w.mass}
}

// scaled fills the workspace with logits times 1/temperature, in float32.
func (c Checked) scaled(w *Workspace, factor float32) []float32 {
	w.scaled = resize(w.scaled, c.Width())
	if c.row.dtype == DTypeF32 {
		passes.Add(1)
		numeric.Scale32(w.scaled, c.row.wide, factor)
		for _, p := range c.patches {
			w.scaled[p.id] = float32(p.value) * factor
		}
		return w.scaled
	}
	c.Float32s(w.scaled)
	numeric.Scale32(w.scaled, w.scaled, factor)
	return w.scaled
}

// best returns the first m values in rank order. A heap keeps the worst
// candidate at its root; values that do not beat it are skipped by vector.
func best(heap []candidate, values []float32, m int) []candidate {
	heap = heap[:0]
	for i, v := range values[:m] {
		heap = append(heap, candidate{i, v})
	}
	for i := m/2 - 1; i >= 0; i-- {
		sink(heap, i)
	}
	for i := m; i < len(values); i++ {
		if root := heap[0].value; root == root {
			// Equal values lose to the earlier ID: only greater ones matter.
			next := numeric.NextAbove(values[i:], root)
			if next < 0 {
				break
			}
			i += next
		} else if values[i] != values[i] {
			continue
		}
		heap[0] = candidate{i, values[i]}
		sink(heap, 0)
	}
	slices.SortFunc(heap, rank)
	return heap
}

// sink restores the heap order below i: every parent ranks behind its children.
func sink(heap []candidate, i int) {
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && rank(heap[child+1], heap[child]) > 0 {
			child++
		}
		if rank(heap[child], heap[i]) <= 0 {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}

// spills reports whether a token outside the candidates may tie with the k-th:
// only if even the worst candidate is not below it.
func spills(ranked []candidate, k int) bool {
	cut := ranked[k-1].value
	for i := len(ranked) - 1; i >= 0; i-- {
		if v := ranked[i].value; v == v {
			return v >= cut
		}
	}
	return false
}

// spill selects again where ties at the cut reach beyond the candidates:
// everything above the cut, then the lowest IDs among the tied. The order, and
// so the last bit of the sums, is the oracle's partition of the masked row.
func (c Checked) spill(w *Workspace, k int, nucleus bool, total float32) {
	w.ids = TopKSet(w, w.scaled, k)
	w.values = resize(w.values, k)
	for i, id := range w.ids {
		w.values[i] = w.scaled[id]
	}
	if !nucleus {
		// Here, and only here, the oracle's softmax is a float32 one.
		numeric.Softmax32(w.values, w.values)
		for i, v := range w.values {
			w.mass[i] = float64(v)
		}
		return
	}
	w.candidates = w.candidates[:0]
	for i, id := range w.ids {
		w.candidates = append(w.candidates, candidate{id, numeric.Exp32(w.values[i] - total)})
	}
	slices.SortFunc(w.candidates, rank)
	for i, t := range w.candidates {
		w.ids[i], w.mass[i] = t.id, float64(t.value)
	}
}

// TopKSet returns the k highest values' indices, the lowest among ties, in the
// order in which the oracle's two partitions leave them. The slice belongs to
// the Workspace.
func TopKSet(w *Workspace, values []float32, k int) []int {
	w.selected, w.order = resize(w.selected, len(values)), resize(w.order, len(values))
	for i, v := range values {
		w.selected[i] = -v
	}
	numeric.ArgPartitionInto(w.order, w.selected, k-1)
	cut := float32(math.Inf(1))
	for _, id := range w.order[:k] {
		cut = min(cut, values[id])
	}
	above := 0
	for _, v := range values {
		if v > cut {
			above++
		}
	}
	tied := 0
	for i, v := range values {
		keep := v > cut
		if v == cut {
			tied++
			keep = tied <= k-above
		}
		w.selected[i] = float32(math.Inf(1))
		if keep {
			w.selected[i] = -v
		}
	}
	numeric.ArgPartitionInto(w.order, w.selected, k-1)
	w.ids = resize(w.ids, k)
	for i, id := range w.order[:k] {
		w.ids[i] = int(id)
	}
	return w.ids
}

// softmaxRanked replaces ranked logits by their float64 softmax.
func softmaxRanked(x []float64) {
	top := x[0]
	for _, v := range x {
		if math.IsNaN(v) {
			top = v
		}
	}
	for i, v := range x {
		x[i] = numeric.Exp64(v - top)
	}
	total := numeric.SumPairwise(x)
	for i := range x {
		x[i] /= total
	}
}

// CutNucleus zeroes every mass before which topP has already been reached.
func CutNucleus(mass []float64, topP float64) {
	before := 0.0
	for i, p := range mass {
		if !(before < topP) {
			mass[i] = 0
		}
		before += p
	}
}
