package tokenizer

import "fmt"

// bpe merges the bytes of a piece to tokens.
type bpe struct {
	bytes  [256]int32 // the token of each byte, -1 if there is none
	merges map[pair]merge
}

type pair struct{ left, right int32 }

type merge struct{ rank, id int32 }

func (m *bpe) fill(v vocabulary) error {
	for b, letter := range letters {
		m.bytes[b] = -1
		if id, ok := v.ids[string(letter)]; ok {
			m.bytes[b] = int32(id)
		}
	}
	m.merges = make(map[pair]merge, len(v.merges))
	for rank, both := range v.merges {
		var ids [3]int32
		for i, content := range []string{both[0], both[1], both[0] + both[1]} {
			id, ok := v.ids[content]
			if !ok {
				return broken("merge %d is of %q, which is no token", rank, content)
			}
			ids[i] = int32(id)
		}
		p := pair{ids[0], ids[1]}
		if _, twice := m.merges[p]; twice {
			return broken("merge of %q and %q twice", both[0], both[1])
		}
		m.merges[p] = merge{rank: int32(rank), id: ids[2]}
	}
	return nil
}

// workspace is what merging one piece needs, kept for the next one.
type workspace struct {
	symbols    []int32 // tokens by the place of their first byte, -1 where one has been merged into the left
	prev, next []int32 // places of their neighbours
	queue      queue
}

// encode appends the tokens of a piece: always the merge of lowest rank, of
// equal ones the leftmost. A queue of candidates makes that n log n in the
// length of the piece. A candidate that was overtaken by another merge is
// recognised when it comes up: its place is gone or its pair has another rank.
func (m *bpe) encode(ids []int, piece string, w *workspace) ([]int, error) {
	if err := m.load(piece, w); err != nil {
		return nil, err
	}
	n := int32(len(piece))
	for at := range n - 1 {
		m.propose(w, at)
	}
	for len(w.queue) > 0 {
		c := w.queue.pop()
		at := c.place()
		if w.symbols[at] < 0 {
			continue
		}
		found, ok := m.candidate(w, at)
		if !ok || found.rank != c.rank() {
			continue
		}
		right := w.next[at]
		w.symbols[at], w.symbols[right] = found.id, -1
		w.next[at] = w.next[right]
		if w.next[at] < n {
			w.prev[w.next[at]] = at
		}
		m.propose(w, at)
		if w.prev[at] >= 0 {
			m.propose(w, w.prev[at])
		}
	}
	for _, id := range w.symbols {
		if id >= 0 {
			ids = append(ids, int(id))
		}
	}
	return ids, nil
}

// load begins with one token per byte.
func (m *bpe) load(piece string, w *workspace) error {
	w.symbols, w.prev, w.next = w.symbols[:0], w.prev[:0], w.next[:0]
	for at := range len(piece) {
		id := m.bytes[piece[at]]
		if id < 0 {
			return fmt.Errorf("%w: no token for byte %#02x", ErrText, piece[at])
		}
		w.symbols = append(w.symbols, id)
		w.prev = append(w.prev, int32(at)-1)
		w.next = append(w.next, int32(at)+1)
	}
	return nil
}

// candidate is the merge of the token at a place with the one after it.
func (m *bpe) candidate(w *workspace, at int32) (merge, bool) {
	right := w.next[at]
	if int(right) >= len(w.symbols) {
		return merge{}, false
	}
	found, ok := m.merges[pair{w.symbols[at], w.symbols[right]}]
	return found, ok
}

func (m *bpe) propose(w *workspace, at int32) {
	if found, ok := m.candidate(w, at); ok {
		w.queue.push(newEntry(found.rank, at))
	}
}
