package checkpoint

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"rowproof/engine/checkpoint/disk"
)

// Options are what a store works with.
type Options struct {
	FS     disk.FS
	Clock  func() time.Time // for the last use of a checkpoint
	Budget int64            // bytes of all checkpoints; 0 is no limit
	Guard  Guard            // Save and Restore refuse to work without one
	Log    hclog.Logger     // nil logs nothing
}

// Store is a directory of checkpoints, open in one process at a time. Its methods may
// be called from several goroutines, and run one after the other.
type Store struct {
	mu          sync.Mutex
	dir         string
	o           Options
	lock        io.Closer // nil once closed
	index       *index
	generation  uint64                // the last one given
	pins        map[Name]int          // by how many
	quarantined map[Name]*quarantined // set aside
	pending     []*void               // dropped, perhaps still on disk
	litter      map[string]bool       // staging files that could not be removed
	unsynced    bool                  // a checkpoint may have a name that is not durable
}

// Open opens the store in dir, which is made if need be. A store that is open already,
// here or in another process, is ErrLocked. What a crash left is put right: drops are
// finished, staging files removed, damaged checkpoints quarantined. What of that fails
// is logged and tried again by Drop and GC, which report it. A checkpoint that cannot
// be read at all is an error: it may be healthy, or void one day.
func Open(dir string, o Options) (*Store, error) {
	if o.FS == nil || o.Clock == nil || o.Budget < 0 {
		return nil, fmt.Errorf("%w: file system and clock are needed, budget is %d", ErrOptions, o.Budget)
	}
	if o.Log == nil {
		o.Log = hclog.NewNullLogger()
	}
	if err := o.FS.Mkdir(dir); err != nil {
		return nil, err
	}
	lock, err := o.FS.Lock(filepath.Join(dir, "lock"))
	if errors.Is(err, disk.ErrLocked) {
		return nil, fmt.Errorf("%w: %w", ErrLocked, err)
	}
	if err != nil {
		return nil, err
	}
	s := &Store{dir: dir, o: o, lock: lock, index: newIndex(), pins: map[Name]int{}, quarantined: map[Name]*quarantined{}, litter: map[string]bool{}}
	if err := s.recover(); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return s, nil
}

// Close lets another process have the store. Every other method fails afterwards.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lock == nil {
		return nil
	}
	lock := s.lock
	s.lock = nil
	return lock.Close()
}

// enter begins a method; call what it returns at its end.
func (s *Store) enter() (leave func(), err error) {
	s.mu.Lock()
	if s.lock == nil {
		s.mu.Unlock()
		return nil, ErrClosed
	}
	return s.mu.Unlock, nil
}

func (s *Store) path(name Name, suffix string) string {
	return filepath.Join(s.dir, string(name)+suffix)
}

func (s *Store) syncDir() error {
	err := s.o.FS.SyncDir(s.dir)
	if err == nil {
		s.unsynced = false
	}
	return err
}

// next gives generations that no file or tombstone has.
func (s *Store) next() uint64 {
	s.generation++
	return s.generation
}

// Longest finds the longest checkpoint whose tokens are a prefix of these, or all of
// them, and how many tokens it has.
func (s *Store) Longest(id Identity, tokens []int) (name Name, length int, ok bool) {
	leave, err := s.enter()
	if err != nil {
		return "", 0, false
	}
	defer leave()
	found := s.index.prefixes(id, tokens)
	if len(found) == 0 {
		return "", 0, false
	}
	last := found[len(found)-1]
	return last.name, last.tokens, true
}

// Ancestors are all checkpoints whose tokens are a prefix of these, or all of them,
// shortest first.
func (s *Store) Ancestors(id Identity, tokens []int) []Name {
	leave, err := s.enter()
	if err != nil {
		return nil
	}
	defer leave()
	var names []Name
	for _, e := range s.index.prefixes(id, tokens) {
		names = append(names, e.name)
	}
	return names
}

// used notes the use of a checkpoint. Eviction may choose worse after a restart if
// that cannot be written; nothing else depends on it.
func (s *Store) used(e *entry) {
	e.used = s.o.Clock()
	if err := s.o.FS.Touch(s.path(e.name, checkpointSuffix), e.used); err != nil {
		s.o.Log.Warn("last use of a checkpoint not noted", "name", e.name, "error", err)
	}
}
