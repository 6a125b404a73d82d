package checkpoint

import (
	"bytes"
	"cmp"
	"slices"
	"time"
)

// Info is what a store knows of a checkpoint without reading it.
type Info struct {
	Name        Name
	Model       Identity
	Family      string
	Tokens      int   // how many; see Store.Tokens
	Size        int64 // bytes on disk
	Generation  uint64
	LastUse     time.Time
	Pinned      bool
	Quarantined string // why it can never be restored; empty if it can
}

func (e *entry) info() Info {
	return Info{Name: e.name, Model: e.model, Family: e.family, Tokens: e.tokens, Size: e.size, Generation: e.generation, LastUse: e.used}
}

// List gives all checkpoints by model, number of tokens, and name, quarantined ones
// too. Of a quarantined one whose header is damaged only name, size, last use and
// reason are known.
func (s *Store) List() []Info {
	leave, err := s.enter()
	if err != nil {
		return nil
	}
	defer leave()
	list := make([]Info, 0, len(s.index.entries)+len(s.quarantined))
	for _, e := range s.index.entries {
		i := e.info()
		i.Pinned = s.pins[e.name] > 0
		list = append(list, i)
	}
	for _, q := range s.quarantined {
		i := q.info()
		i.Quarantined = q.reason
		list = append(list, i)
	}
	slices.SortFunc(list, func(a, b Info) int {
		return cmp.Or(bytes.Compare(a.Model[:], b.Model[:]), cmp.Compare(a.Tokens, b.Tokens), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Quarantined, b.Quarantined))
	})
	return list
}
