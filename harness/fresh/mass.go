package fresh

// unitMass turns weights into probabilities that are multiples of 2^-53 and add up
// to 1 exactly, in any order: then it does not matter whether a reader divides by
// their sum once more. Every weight must be positive; none becomes zero.
func unitMass(weights []float64) []float64 {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	units, left, most := make([]int64, len(weights)), int64(1<<53), 0
	for i, w := range weights {
		units[i] = max(1, int64(w/sum*(1<<53)))
		left -= units[i]
		if w > weights[most] {
			most = i
		}
	}
	units[most] += left // a few units, of either sign
	p := make([]float64, len(weights))
	for i, u := range units {
		p[i] = float64(u) / (1 << 53)
	}
	return p
}
