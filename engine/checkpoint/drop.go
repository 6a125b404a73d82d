package checkpoint

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// void is a checkpoint that was dropped up to a generation and may be on disk still.
type void struct {
	name       Name
	generation uint64
	durable    bool // its tombstone
	gone       bool // its file
}

func (v *void) file() string { return fmt.Sprintf(".%016x%s", v.generation, voidSuffix) }

// parseVoid takes the name of a tombstone apart.
func parseVoid(file string) (*void, bool) {
	base, ok := strings.CutSuffix(file, voidSuffix)
	stem, digits, ok2 := strings.Cut(base, ".")
	name, err := ParseName(stem)
	if !ok || !ok2 || err != nil || len(digits) != 16 {
		return nil, false
	}
	generation, err := strconv.ParseUint(digits, 16, 64)
	return &void{name: name, generation: generation, durable: true}, err == nil
}

// Drop removes checkpoints, pinned or not. Names that are not stored are no error.
// None can be restored again, whatever fails: a tombstone of each is durable before
// its file is removed. The error is a *DropError and says what is left behind; what
// earlier calls left is tried again and reported too.
func (s *Store) Drop(names ...Name) error {
	leave, err := s.enter()
	if err != nil {
		return err
	}
	defer leave()
	return s.drop(names)
}

func (s *Store) drop(names []Name) error {
	generation := s.next()
	for _, name := range names {
		if s.index.entries[name] != nil {
			s.index.remove(name)
			s.pending = append(s.pending, &void{name: name, generation: generation})
		}
	}
	return s.sweep()
}

// sweep finishes what was dropped, in three steps: tombstones durable, files removed
// for good, tombstones removed. Each tries all it can.
func (s *Store) sweep() error {
	var errs []error
	note := func(err error) bool {
		if err != nil {
			errs = append(errs, err)
		}
		return err == nil
	}
	for _, path := range slices.Sorted(maps.Keys(s.litter)) {
		if note(remove(s.o.FS, path)) {
			delete(s.litter, path)
		}
	}
	if len(s.pending) > 0 {
		s.mark(note)
		s.unlink(note)
		s.pending = slices.DeleteFunc(s.pending, func(v *void) bool {
			return v.gone && note(remove(s.o.FS, s.path(v.name, v.file())))
		})
	}
	if len(errs) == 0 {
		return nil
	}
	failed := &DropError{Err: errors.Join(errs...)}
	for _, v := range s.pending {
		switch {
		case v.gone: // only its tombstone is left
		case v.durable:
			failed.Void = append(failed.Void, v.name)
		default:
			failed.Loose = append(failed.Loose, v.name)
		}
	}
	s.o.Log.Error("checkpoints dropped, not all of them removed", "error", failed)
	return failed
}

// mark makes tombstones. One that failed does not keep a file from being removed: a
// full disk may allow that.
func (s *Store) mark(note func(error) bool) {
	var made []*void
	for _, v := range s.pending {
		if !v.durable && !s.replaced(v) && note(touch(s.o.FS, s.path(v.name, v.file()))) {
			made = append(made, v)
		}
	}
	if len(made) > 0 && note(s.syncDir()) {
		for _, v := range made {
			v.durable = true
		}
	}
}

// unlink removes files. None counts as gone before the directory is synced.
func (s *Store) unlink(note func(error) bool) {
	var gone []*void
	for _, v := range s.pending {
		v.gone = false
		if s.replaced(v) || note(remove(s.o.FS, s.path(v.name, checkpointSuffix))) {
			gone = append(gone, v)
		}
	}
	if len(gone) > 0 && note(s.syncDir()) {
		for _, v := range gone {
			v.gone = true
		}
	}
}

// replaced says that the name is saved again, with a higher generation in the place of
// the file that was void.
func (s *Store) replaced(v *void) bool {
	e := s.index.entries[v.name]
	return e != nil && !e.unsure
}

// voided is the generation up to which a name is void.
func (s *Store) voided(name Name) uint64 {
	generation := uint64(0)
	for _, v := range s.pending {
		if v.name == name {
			generation = max(generation, v.generation)
		}
	}
	return generation
}
