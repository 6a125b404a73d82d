package sample

import (
	"cmp"
	"math"
	"slices"

	"rowproof/engine/numeric"
)

// filter cuts dense mass down to nucleus and top k. Its buffers are reused.
type filter struct {
	ids    []int32
	order  []ranked
	ends   []int32
	result []float64
}

// apply zeroes what the nucleus and top k leave out of p and normalises the
// rest. The nucleus is measured along the ranking (mass descending, ties by
// lower ID), on the mass of the whole vocabulary.
func (f *filter) apply(p []float64, cfg Config) {
	n := len(p)
	limit := n
	if 0 < cfg.TopK && cfg.TopK < n {
		limit = cfg.TopK
	}
	if limit == n && !cfg.nucleus() {
		total := numeric.SumPairwise(p)
		for i := range p {
			p[i] /= total
		}
		return
	}
	topP := math.Inf(1)
	if cfg.nucleus() {
		topP = cfg.TopP
	}
	kept := f.rank(p, limit, topP)
	f.result = resize(f.result, n)
	clear(f.result)
	for _, t := range kept {
		f.result[t.id] = t.p
	}
	// The sum runs over the zeros too: they decide which values are paired.
	total := numeric.SumPairwise(f.result)
	for _, t := range kept {
		f.result[t.id] /= total
	}
	copy(p, f.result)
}

// A row wider than smallRow is split by mass before it is sorted: 1,024 buckets
// for each halving below 1, for 31 halvings, and one for all the dust beneath.
const (
	smallRow    = 2048
	bucketShift = 52 - 10
	buckets     = 31<<10 + 1
)

// bucketOf is 0 for the greatest mass.
func bucketOf(p float64) int {
	const one = 1023 << 52 // the bits of 1
	below := one - int64(math.Float64bits(p))
	return int(min(max(below, 0)>>bucketShift, buckets-1))
}

// rank returns the best limit IDs whose mass before them is below topP, best
// first.
func (f *filter) rank(p []float64, limit int, topP float64) []ranked {
	f.ids = resize(f.ids, len(p))
	// Tokens below dust add up to less than half of what topP leaves out, so the
	// nucleus lies above, unless topP is so near 1 that rounding matters: then
	// the walk runs out and is repeated over everything.
	if dust := (1 - topP) / float64(2*len(p)); dust > 0 {
		if kept, full := f.walk(p, f.atLeast(p, dust), limit, topP); full {
			return kept
		}
	}
	kept, _ := f.walk(p, f.atLeast(p, 0), limit, topP)
	return kept
}

// atLeast lists the IDs with at least some mass, in order.
func (f *filter) atLeast(p []float64, dust float64) []int32 {
	n := 0
	for id, v := range p {
		// Written always, kept sometimes: no branch to mispredict.
		f.ids[n] = int32(id)
		if v >= dust {
			n++
		}
	}
	return f.ids[:n]
}

// ranked is a token with its mass beside it, so that sorting looks nowhere else.
type ranked struct {
	p  float64
	id int32
}

// walk ranks ids until limit or topP is reached and reports whether it was.
// Only the buckets on the way are sorted: most of a vocabulary is never compared
// with anything.
func (f *filter) walk(p []float64, ids []int32, limit int, topP float64) (kept []ranked, full bool) {
	if len(ids) <= smallRow {
		f.order = f.order[:0]
		for _, id := range ids {
			f.order = append(f.order, ranked{p[id], id})
		}
		f.ends = append(f.ends[:0], int32(len(ids)))
	} else {
		f.split(p, ids)
	}
	before, taken, from := 0.0, 0, int32(0)
	for _, to := range f.ends {
		stretch := f.order[from:to]
		sortRanked(stretch)
		for _, t := range stretch {
			if taken == limit || !(before < topP) {
				return f.order[:taken], true
			}
			before += t.p
			taken++
		}
		from = to
	}
	return f.order[:taken], taken == limit || !(before < topP)
}

// sortRanked sorts by mass, highest first, then by ID. IDs come in ascending
// order, so that the short sort, being stable, need not look at them.
func sortRanked(x []ranked) {
	const short = 32
	if len(x) > short {
		slices.SortFunc(x, func(a, b ranked) int {
			if c := cmp.Compare(b.p, a.p); c != 0 {
				return c
			}
			return cmp.Compare(a.id, b.id)
		})
		return
	}
	for i := 1; i < len(x); i++ {
		t := x[i]
		j := i
		for ; j > 0 && x[j-1].p < t.p; j-- {
			x[j] = x[j-1]
		}
		x[j] = t
	}
}

// split puts ids in the order of their buckets and leaves the end of each bucket
// in f.ends.
func (f *filter) split(p []float64, ids []int32) {
	f.order = resize(f.order, len(ids))
	f.ends = resize(f.ends, buckets)
	clear(f.ends)
	for _, id := range ids {
		f.ends[bucketOf(p[id])]++
	}
	start := int32(0)
	for b, count := range f.ends {
		f.ends[b] = start
		start += count
	}
	for _, id := range ids {
		v := p[id]
		b := bucketOf(v)
		f.order[f.ends[b]] = ranked{v, id}
		f.ends[b]++
	}
}
