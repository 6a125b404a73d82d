package checkpoint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"rowproof/engine/checkpoint/disk"
)

const checkpointSuffix = ".checkpoint"

// Save writes a checkpoint, durable when it returns. One that has the same bytes
// already is only marked as used; one of the same tokens with other bytes is replaced.
// After an error everything is as before, or the checkpoint is there: ErrSnapshot,
// ErrRefused by the guard, ErrBudget, ErrFull, ErrClosed, or what the file system gave.
//
// Others are evicted afterwards if the budget asks for it. If that fails the error is
// a *DropError and comes with the name: the checkpoint itself is saved.
func (s *Store) Save(ctx context.Context, snap *Snapshot) (Name, error) {
	leave, err := s.enter()
	if err != nil {
		return "", err
	}
	defer leave()
	if err := admit(snap, s.o.Guard); err != nil {
		return "", err
	}
	name := NameOf(snap.Model, snap.Tokens)
	size := headerOf(snap, 0).size
	if e := s.index.entries[name]; e != nil && e.size == size {
		same, err := s.same(ctx, e, snap)
		if err != nil {
			return "", err
		}
		if same && s.unsynced { // by an earlier save that failed at its last step
			if err := s.syncDir(); err != nil {
				return "", fmt.Errorf("save checkpoint %s: %w", name, err)
			}
		}
		if same {
			s.used(e)
			return name, nil
		}
	}
	if err := s.fits(name, size); err != nil {
		return "", err
	}
	if err := s.put(ctx, name, snap); err != nil {
		return "", fmt.Errorf("save checkpoint %s: %w", name, full(err))
	}
	return name, s.evict(name)
}

// same says whether the file has exactly the bytes that saving would give it. Whatever
// keeps it from being read is no error: it is written again. Only ctx is.
func (s *Store) same(ctx context.Context, e *entry, snap *Snapshot) (bool, error) {
	r, err := s.o.FS.Open(s.path(e.name, checkpointSuffix))
	if err != nil {
		return false, ctx.Err()
	}
	err = encode(ctx, &comparer{r: r}, snap, e.generation)
	return errors.Join(err, r.Close()) == nil && r.Size() == e.size, ctx.Err()
}

// comparer takes only what r has.
type comparer struct {
	r   io.Reader
	buf []byte
}

var errDiffers = errors.New("differs")

func (c *comparer) Write(p []byte) (int, error) {
	if cap(c.buf) < len(p) {
		c.buf = make([]byte, len(p))
	}
	got := c.buf[:len(p)]
	if err := readFull(c.r, got); err != nil {
		return 0, err
	}
	if !bytes.Equal(got, p) {
		return 0, errDiffers
	}
	return len(p), nil
}

func (s *Store) put(ctx context.Context, name Name, snap *Snapshot) error {
	on, now, generation := s.o.FS, s.o.Clock(), s.next()
	staging := s.path(name, stagingSuffix)
	if err := stage(ctx, on, staging, snap, generation, &now); err != nil {
		return errors.Join(err, s.unstage(staging))
	}
	e := headerOf(snap, generation).entry(name, now)
	s.unsynced = true
	if err := on.Rename(staging, s.path(name, checkpointSuffix)); err != nil {
		s.look(e)
		return errors.Join(err, s.unstage(staging))
	}
	// Known from here on, so that it can be dropped, even if the next line fails.
	s.index.add(e)
	return s.syncDir()
}

// unstage removes a staging file, now or with the next sweep.
func (s *Store) unstage(path string) error {
	err := remove(s.o.FS, path)
	if err != nil {
		s.litter[path] = true
	}
	return err
}

// look finds out what a rename that failed has done. If even that fails, the index
// gets a checkpoint that may not be there: it must not lack one that is, or nobody
// could drop it.
func (s *Store) look(e *entry) {
	h, err := s.readHeader(e.name)
	switch {
	case err == nil && h.generation > s.voided(e.name):
		s.index.add(h.entry(e.name, e.used))
	case err == nil, errors.Is(err, fs.ErrNotExist):
		s.index.remove(e.name)
	case s.index.entries[e.name] == nil:
		e.unsure = true
		s.index.add(e)
	}
}

// readHeader reads and checks the header of a checkpoint, and that it is the name's.
func (s *Store) readHeader(name Name) (*header, error) {
	return readHeader(s.o.FS, s.path(name, checkpointSuffix), name)
}

func readHeader(on disk.FS, path string, name Name) (*header, error) {
	r, err := on.Open(path)
	if err != nil {
		return nil, err
	}
	h, _, err := decodeHeader(r, r.Size())
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	if got := NameOf(h.model, h.tokens); got != name {
		return nil, formatf("holds the checkpoint %s", got)
	}
	return h, nil
}
