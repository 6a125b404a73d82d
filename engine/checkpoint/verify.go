package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// Problem is a checkpoint that cannot be restored.
type Problem struct {
	Name Name
	Err  error // ErrDamaged: it is quarantined; otherwise it could not be read
}

// Verify reads every checkpoint and checks it as Restore does, but does not mark it
// as used; without a guard only its bytes are checked. progress, if not nil, is called
// with the bytes done and the bytes of all.
func (s *Store) Verify(ctx context.Context, progress func(done, all int64)) ([]Problem, error) {
	leave, err := s.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	var problems []Problem
	done, all := int64(0), s.index.bytes
	for _, name := range slices.Sorted(maps.Keys(s.index.entries)) {
		e := s.index.entries[name]
		err := s.verify(ctx, e)
		if ctx.Err() != nil {
			return problems, ctx.Err()
		}
		if err != nil {
			problems = append(problems, Problem{name, err})
		}
		done += e.size
		if progress != nil {
			progress(done, all)
		}
	}
	return problems, nil
}

func (s *Store) verify(ctx context.Context, e *entry) error {
	snap, err := s.load(ctx, e.name)
	if err == nil && s.o.Guard != nil {
		err = judge(snap, s.o.Guard)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		s.index.remove(e.name)
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	case untrusted(err):
		return fmt.Errorf("%w: %w", ErrDamaged, errors.Join(err, s.quarantine(e, err)))
	}
	return err
}
