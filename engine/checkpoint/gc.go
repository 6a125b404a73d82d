package checkpoint

import (
	"context"
	"errors"
	"maps"
	"slices"
)

// GC removes what nobody needs: what was dropped and is still there, what failed
// saves left, quarantined checkpoints, and what is beyond the budget. It returns the
// bytes of the checkpoints that went.
func (s *Store) GC(ctx context.Context) (freed int64, err error) {
	leave, err := s.enter()
	if err != nil {
		return 0, err
	}
	defer leave()
	before := s.bytes()
	errs := []error{s.sweep()}
	for _, name := range slices.Sorted(maps.Keys(s.quarantined)) {
		if err := ctx.Err(); err != nil {
			errs = append(errs, err)
			break
		}
		errs = append(errs, s.discard(name))
	}
	if ctx.Err() == nil {
		errs = append(errs, s.evict(""))
	}
	return before - s.bytes(), errors.Join(errs...)
}
