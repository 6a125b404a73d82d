package checkpoint

import (
	"hash/crc32"
	"math"
)

const (
	magic   = "rowproof-checkpoint\n"
	version = 1

	fixedSize = len(magic) + 4 + 32 + 8 + 8 + 5*4 // up to the family
	sumSize   = 4
	alignment = 64
	chunk     = 256 << 10 // bytes coded at once; stays in the cache between its readers
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header is all of a file that is not a value.
type header struct {
	model      Identity
	generation uint64
	size       int64 // of the file
	length     int64 // of the header
	family     string
	tokens     []int
	row        int
	tensors    []Tensor // without values
}

// measure fills in the sizes. A file too large to be one has size -1.
func (h *header) measure() {
	h.length = int64(fixedSize + len(h.family) + 4*len(h.tokens) + sumSize)
	for _, t := range h.tensors {
		h.length += int64(4 + len(t.Name) + 4 + 8*len(t.Shape))
	}
	h.length = aligned(h.length)
	h.size = h.length + 4*int64(h.row) + sumSize
	if h.length > math.MaxUint32 {
		h.size = -1
		return
	}
	for _, t := range h.tensors {
		n, err := elements(t.Shape)
		if err != nil || int64(n) > (math.MaxInt64-h.size)/4 {
			h.size = -1
			return
		}
		h.size += 4 * int64(n)
	}
}

func aligned(n int64) int64 { return (n + alignment - 1) / alignment * alignment }

func headerOf(s *Snapshot, generation uint64) *header {
	h := &header{model: s.Model, generation: generation, family: s.Family, tokens: s.Tokens, row: len(s.Row), tensors: s.Tensors}
	h.measure()
	return h
}
