package checkpoint

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Pin keeps a checkpoint from being evicted, stored already or not, until Unpin was
// called as often.
func (s *Store) Pin(name Name) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pins[name]++
}

// Unpin takes a Pin back.
func (s *Store) Unpin(name Name) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pins[name]--; s.pins[name] <= 0 {
		delete(s.pins, name)
	}
}

// fits says whether the budget has room for a checkpoint beside what is pinned.
func (s *Store) fits(name Name, size int64) error {
	if s.o.Budget == 0 {
		return nil
	}
	pinned := int64(0)
	for other := range s.pins {
		if e := s.index.entries[other]; e != nil && other != name {
			pinned += e.size
		}
	}
	if size > s.o.Budget-pinned {
		return fmt.Errorf("%w: %d bytes, %d are pinned, the budget is %d", ErrBudget, size, pinned, s.o.Budget)
	}
	return nil
}

// evict brings the store down to its budget: quarantined checkpoints go first, then
// those that were used least recently. Pinned ones and keep stay. They go the way of
// Drop: a checkpoint that a crash brought back, unknown to the index meanwhile, could
// not have been dropped.
func (s *Store) evict(keep Name) error {
	if s.o.Budget == 0 {
		return nil
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(s.quarantined)) {
		if s.bytes() <= s.o.Budget {
			break
		}
		errs = append(errs, s.discard(name))
	}
	over := s.bytes() - s.o.Budget
	var victims []Name
	if over > 0 {
		for _, e := range slices.SortedFunc(maps.Values(s.index.entries), oldest) {
			if over <= 0 {
				break
			}
			if s.pins[e.name] == 0 && e.name != keep {
				victims = append(victims, e.name)
				over -= e.size
			}
		}
	}
	if len(victims) > 0 {
		s.o.Log.Debug("checkpoints evicted", "names", victims)
		errs = append(errs, s.drop(victims))
	}
	return errors.Join(errs...)
}

// bytes on disk of all checkpoints that were not dropped.
func (s *Store) bytes() int64 {
	n := s.index.bytes
	for _, q := range s.quarantined {
		n += q.size
	}
	return n
}
