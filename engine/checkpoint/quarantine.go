package checkpoint

import (
	"errors"
	"io"
	"strings"

	"rowproof/engine/checkpoint/disk"
)

const (
	quarantineSuffix = ".quarantine"
	reasonSuffix     = ".reason"
	maxReason        = 1 << 10 // bytes
)

// quarantined is a checkpoint set aside. Of one whose header is damaged only name,
// size and time are known.
type quarantined struct {
	entry
	reason string
}

// quarantine sets a checkpoint aside. It is no longer known whatever fails: one that
// cannot be moved will fail again when it is next read.
func (s *Store) quarantine(e *entry, why error) error {
	name, reason := e.name, reasonOf(why)
	s.index.remove(name)
	s.quarantined[name] = &quarantined{*e, reason}
	s.o.Log.Warn("checkpoint quarantined", "name", name, "reason", reason)
	// The reason first, so that no checkpoint is set aside without one.
	err := writeText(s.o.FS, s.path(name, reasonSuffix), reason)
	if moved := s.o.FS.Rename(s.path(name, checkpointSuffix), s.path(name, quarantineSuffix)); moved != nil {
		return errors.Join(err, moved)
	}
	return errors.Join(err, s.syncDir())
}

// reasonOf is an error as a text of bounded length.
func reasonOf(why error) string {
	text := why.Error()
	return strings.ToValidUTF8(text[:min(len(text), maxReason)], "")
}

// discard removes a quarantined checkpoint, also one that could not be moved.
func (s *Store) discard(name Name) error {
	on := s.o.FS
	err := errors.Join(remove(on, s.path(name, quarantineSuffix)), remove(on, s.path(name, reasonSuffix)))
	if s.index.entries[name] == nil {
		err = errors.Join(err, remove(on, s.path(name, checkpointSuffix)))
	}
	if err == nil {
		delete(s.quarantined, name)
	}
	return err
}

func writeText(on disk.FS, path, text string) error {
	f, err := on.Create(path)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// readText reads what writeText wrote, or what a crash left of it.
func readText(on disk.FS, path string) (string, error) {
	r, err := on.Open(path)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(io.LimitReader(r, maxReason))
	return strings.ToValidUTF8(string(b), ""), errors.Join(err, r.Close())
}
