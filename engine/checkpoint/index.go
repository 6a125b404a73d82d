package checkpoint

import (
	"maps"
	"slices"
	"time"
)

// entry is what a store remembers of a checkpoint: not its tokens, which may be many.
type entry struct {
	name       Name
	model      Identity
	family     string
	tokens     int
	size       int64
	generation uint64
	used       time.Time
	unsure     bool // whether it is there, and of this generation
}

func (h *header) entry(name Name, used time.Time) *entry {
	return &entry{name: name, model: h.model, family: h.family, tokens: len(h.tokens), size: h.size, generation: h.generation, used: used}
}

// index finds checkpoints by name, and the lengths at which a sequence may have one.
type index struct {
	entries map[Name]*entry
	lengths map[Identity]map[int]int // tokens -> checkpoints of that many
	bytes   int64
}

func newIndex() *index {
	return &index{entries: map[Name]*entry{}, lengths: map[Identity]map[int]int{}}
}

func (x *index) add(e *entry) {
	x.remove(e.name)
	x.entries[e.name] = e
	x.bytes += e.size
	if x.lengths[e.model] == nil {
		x.lengths[e.model] = map[int]int{}
	}
	x.lengths[e.model][e.tokens]++
}

func (x *index) remove(name Name) {
	e, ok := x.entries[name]
	if !ok {
		return
	}
	delete(x.entries, name)
	x.bytes -= e.size
	lengths := x.lengths[e.model]
	if lengths[e.tokens]--; lengths[e.tokens] == 0 {
		delete(lengths, e.tokens)
	}
	if len(lengths) == 0 {
		delete(x.lengths, e.model)
	}
}

// prefixes are the checkpoints whose tokens are a prefix of these, shortest first.
// The tokens are summed once, however many lengths there are.
func (x *index) prefixes(id Identity, tokens []int) []*entry {
	var found []*entry
	n, done := newNamer(id), 0
	for _, length := range slices.Sorted(maps.Keys(x.lengths[id])) {
		if length > len(tokens) {
			break
		}
		n.add(tokens[done:length])
		done = length
		if e, ok := x.entries[n.name()]; ok {
			found = append(found, e)
		}
	}
	return found
}

// oldest first; the last ones decide only between uses in one tick of the clock.
func oldest(a, b *entry) int {
	if c := a.used.Compare(b.used); c != 0 {
		return c
	}
	if a.generation != b.generation {
		if a.generation < b.generation {
			return -1
		}
		return 1
	}
	return 0
}
