package sample

import (
	"math"
	"slices"

	"rowproof/engine/numeric"
)

// filter cuts dense mass down to nucleus and top k. Its buffers are reused.
type filter struct {
	keep   []bool
	order  []int32
	starts []int32
}

// apply zeroes what the nucleus and top k leave out and normalises the rest.
// The nucleus is measured along the ranking (mass descending, ties by lower
// ID), on the mass of the whole vocabulary.
func (f *filter) apply(p []float64, cfg Config) {
	n := len(p)
	limit := n
	if 0 < cfg.TopK && cfg.TopK < n {
		limit = cfg.TopK
	}
	if limit < n || cfg.nucleus() {
		topP := math.Inf(1)
		if cfg.nucleus() {
			topP = cfg.TopP
		}
		f.rank(p, limit, topP)
		for i, keep := range f.keep {
			if !keep {
				p[i] = 0
			}
		}
	}
	total := numeric.SumPairwise(p)
	for i := range p {
		p[i] /= total
	}
}

// bucketShift cuts a float64's bits down to sign, exponent and four bits of
// mantissa: mass in (0, 1] falls into a few hundred buckets.
const (
	bucketShift = 48
	buckets     = 1 << (63 - bucketShift)
	smallRow    = 2048
)

// rank marks the best limit IDs whose mass before them is below topP. A row is
// split by the leading bits of its mass first, and only the buckets that are
// reached are sorted: most of a vocabulary is never looked at twice.
func (f *filter) rank(p []float64, limit int, topP float64) {
	n := len(p)
	f.keep = resize(f.keep, n)
	clear(f.keep)
	f.order = resize(f.order, n)
	compare := func(a, b int32) int {
		switch {
		case p[a] > p[b]:
			return -1
		case p[a] < p[b]:
			return 1
		}
		return int(a - b)
	}
	before := 0.0
	taken := 0
	// take walks one sorted stretch and reports whether to go on.
	take := func(ids []int32) bool {
		slices.SortFunc(ids, compare)
		for _, id := range ids {
			if taken == limit || !(before < topP) {
				return false
			}
			f.keep[id] = true
			before += p[id]
			taken++
		}
		return true
	}
	if n <= smallRow {
		for i := range f.order {
			f.order[i] = int32(i)
		}
		take(f.order)
		return
	}
	f.starts = resize(f.starts, buckets+1)
	clear(f.starts)
	// Bucket 0 holds the greatest mass.
	bucket := func(v float64) int { return buckets - 1 - int(math.Float64bits(v)>>bucketShift) }
	for _, v := range p {
		f.starts[bucket(v)+1]++
	}
	for b := range buckets {
		f.starts[b+1] += f.starts[b]
	}
	for i, v := range p {
		b := bucket(v)
		f.order[f.starts[b]] = int32(i)
		f.starts[b]++
	}
	// starts[b] is now the end of bucket b.
	from := int32(0)
	for _, to := range f.starts[:buckets] {
		if to > from && !take(f.order[from:to]) {
			return
		}
		from = to
	}
}
