package ds4

import (
	"math"
	"slices"
)

// candidate is a finite value of the row, its ID and its unnormalised mass.
type candidate struct {
	id    int
	logit float32
	mass  float32
}

func finite(x float32) bool { return !math.IsInf(float64(x), 0) && x == x }

// mass is exp((v - top) / temperature). Dividing, not multiplying by the
// reciprocal, is part of the law.
func mass(v, top, temperature float32) float32 {
	return expf((v - top) / temperature)
}

// peak returns the lowest ID of the largest finite value and that value, and
// whether there is a finite value at all. Like Argmax it starts from ID 0 at
// the floor: values that are finite but not above it leave both as they are.
func peak(row []float32) (best int, top float32, found bool) {
	top = floor
	for id, v := range row {
		if !finite(v) {
			continue
		}
		found = true
		if v > top {
			best, top = id, v
		}
	}
	return best, top, found
}

// finiteAll returns the finite values of row, best first, equal ones by ID, and
// the sum of their masses, which the reference takes in ID order before it
// sorts.
func finiteAll(row []float32, top, temperature float32) ([]candidate, float32) {
	all := make([]candidate, 0, len(row))
	sum := float32(0)
	for id, v := range row {
		if finite(v) {
			c := candidate{id, v, mass(v, top, temperature)}
			all = append(all, c)
			sum += c.mass
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		switch {
		case a.logit > b.logit:
			return -1
		case a.logit < b.logit:
			return 1
		}
		return 0
	})
	return all, sum
}

// finiteTop returns the k best finite values of row in the order of finiteAll,
// and the sum of their masses, taken in that order.
func finiteTop(row []float32, k int, temperature float32) ([]candidate, float32) {
	list := make([]candidate, 0, k)
	for id, v := range row {
		if !finite(v) {
			continue
		}
		if len(list) < k {
			list = append(list, candidate{})
		} else if v <= list[k-1].logit {
			continue
		}
		at := len(list) - 1
		for ; at > 0 && list[at-1].logit < v; at-- {
			list[at] = list[at-1]
		}
		list[at] = candidate{id: id, logit: v}
	}
	sum := float32(0)
	for i := range list {
		list[i].mass = mass(list[i].logit, list[0].logit, temperature)
		sum += list[i].mass
	}
	return list, sum
}
