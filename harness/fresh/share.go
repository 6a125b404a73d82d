package fresh

import (
	"slices"
)

// share divides count over the weights: in proportion, rounded so that the parts
// add up, and nobody goes without while count is large enough.
func share(count int, weights []int) []int {
	total := 0
	for _, w := range weights {
		total += w
	}
	parts, rest, left := make([]int, len(weights)), make([]int, len(weights)), count
	for i, w := range weights {
		parts[i], rest[i] = count*w/total, count*w%total
		left -= parts[i]
	}
	for ; left > 0; left-- {
		i := slices.Index(rest, slices.Max(rest))
		parts[i]++
		rest[i] = -1
	}
	for i := range parts {
		most := slices.Index(parts, slices.Max(parts))
		if parts[i] == 0 && parts[most] > 1 {
			parts[i]++
			parts[most]--
		}
	}
	return parts
}
