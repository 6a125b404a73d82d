package tokenizer

// entry is a merge that could be made: its rank above its place, so that entries
// are ordered as merges are.
type entry uint64

func newEntry(rank, place int32) entry { return entry(rank)<<32 | entry(place) }

func (e entry) rank() int32  { return int32(e >> 32) }
func (e entry) place() int32 { return int32(e) }

// queue is a binary heap, the least entry first. container/heap would allocate
// for each entry.
type queue []entry

func (q *queue) push(e entry) {
	h := append(*q, e)
	*q = h
	for at := len(h) - 1; at > 0; {
		parent := (at - 1) / 2
		if h[parent] <= h[at] {
			break
		}
		h[parent], h[at] = h[at], h[parent]
		at = parent
	}
}

func (q *queue) pop() entry {
	h := *q
	least := h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	*q = h
	for at := 0; ; {
		child := 2*at + 1
		if child >= last {
			break
		}
		if child+1 < last && h[child+1] < h[child] {
			child++
		}
		if h[at] <= h[child] {
			break
		}
		h[at], h[child] = h[child], h[at]
		at = child
	}
	return least
}
