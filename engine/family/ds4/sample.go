package ds4

import "rowproof/engine/rng/ds4"

// Sample returns a token ID for one row of float32 logits. There is no error:
// see the package comment for what a broken row means here. The stream advances
// by one uniform when the draw decides, and not at all when the answer is a
// fallback or the temperature asks for none.
func Sample(row []float32, p Params, stream *ds4.State) int {
	if p.Temperature <= 0 {
		return Argmax(row)
	}
	best, top, found := peak(row)
	if !found {
		return Argmax(row)
	}
	p = p.normal()
	if p.TopK > 0 {
		// Here the list's own head is the reference point: no floor.
		list, sum := finiteTop(row, min(p.TopK, maxTopK, len(row)), p.Temperature)
		return nucleus(list, sum, list[0].id, p, stream)
	}
	if p.TopP >= 1 {
		return whole(row, best, top, p, stream)
	}
	list, sum := finiteAll(row, top, p.Temperature)
	return nucleus(list, sum, best, p, stream)
}

// usable says whether a sum of masses can be drawn from.
func usable(sum float32) bool { return sum > 0 && finite(sum) }

// whole draws from all finite values in ID order, without sorting them. MinP is
// compared with the mass itself, as the best one is 1.
func whole(row []float32, best int, top float32, p Params, stream *ds4.State) int {
	kept := func(v float32) (float32, bool) {
		if !finite(v) {
			return 0, false
		}
		m := mass(v, top, p.Temperature)
		return m, !(m < p.MinP) // a NaN on either side is kept
	}
	sum := float32(0)
	for _, v := range row {
		if m, ok := kept(v); ok {
			sum += m
		}
	}
	if !usable(sum) {
		return best
	}
	rest := float32(stream.Float32() * sum)
	for id, v := range row {
		if m, ok := kept(v); ok {
			if rest -= m; rest <= 0 {
				return id
			}
		}
	}
	return best
}

// nucleus cuts a list that is sorted best first, by TopP and MinP, and draws
// from what is left. sum is the mass of the whole list; fallback is the answer
// if that is nothing to draw from.
func nucleus(list []candidate, sum float32, fallback int, p Params, stream *ds4.State) int {
	if !usable(sum) {
		return fallback
	}
	least := float32(list[0].mass/sum) * p.MinP
	keptSum, kept := float32(0), 0
	for i, c := range list {
		// The best candidate is always in, whatever MinP asks.
		if i > 0 && c.mass/sum < least {
			break
		}
		keptSum += c.mass
		kept++
		if keptSum/sum >= p.TopP {
			break
		}
	}
	rest := float32(stream.Float32() * keptSum)
	for _, c := range list[:kept] {
		if rest -= c.mass; rest <= 0 {
			return c.id
		}
	}
	return list[kept-1].id
}
