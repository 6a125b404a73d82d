package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// Restore reads a checkpoint and marks it as used: first its sizes and sums are
// checked, then that it is the model and the tokens of the name, then the guard. One
// that fails is quarantined and ErrDamaged. ErrNotFound if there is none; any other
// error leaves it as it is. Without a snapshot the caller starts cold.
func (s *Store) Restore(ctx context.Context, name Name) (*Snapshot, error) {
	leave, err := s.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	e := s.index.entries[name]
	if e == nil {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, name)
	}
	snap, err := s.load(ctx, name)
	if err == nil {
		err = judge(snap, s.o.Guard)
	}
	switch {
	case err == nil:
		s.used(e)
		return snap, nil
	case errors.Is(err, fs.ErrNotExist):
		s.index.remove(name)
		return nil, fmt.Errorf("%w: %s: %w", ErrNotFound, name, err)
	case untrusted(err):
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, name, errors.Join(err, s.quarantine(e, err)))
	}
	return nil, fmt.Errorf("restore checkpoint %s: %w", name, err)
}

// untrusted tells a checkpoint that is bad from one that could not be looked at.
func untrusted(err error) bool { return errors.Is(err, errFormat) || errors.Is(err, ErrRefused) }

func (s *Store) load(ctx context.Context, name Name) (*Snapshot, error) {
	snap, h, err := load(ctx, s.o.FS, s.path(name, checkpointSuffix))
	if err != nil {
		return nil, err
	}
	if got := NameOf(h.model, h.tokens); got != name {
		return nil, formatf("holds the checkpoint %s", got)
	}
	if h.generation <= s.voided(name) {
		return nil, fmt.Errorf("generation %d is void: %w", h.generation, fs.ErrNotExist)
	}
	return snap, nil
}

// Tokens reads the tokens of a checkpoint.
func (s *Store) Tokens(name Name) ([]int, error) {
	leave, err := s.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	if s.index.entries[name] == nil {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, name)
	}
	h, err := s.readHeader(name)
	if err != nil {
		return nil, fmt.Errorf("tokens of checkpoint %s: %w", name, err)
	}
	return h.tokens, nil
}
