package checkpoint

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	"rowproof/engine/checkpoint/disk"
)

// found is what a directory holds, by kind.
type found struct {
	checkpoints []disk.Entry
	quarantined []disk.Entry
	reasons     []disk.Entry
	voids       []*void
}

// recover reads the directory and puts right what a crash left. First it makes durable
// what it will find: another process may have ended between a change and its sync.
func (s *Store) recover() error {
	if err := s.o.FS.SyncDir(s.dir); err != nil {
		return err
	}
	entries, err := s.o.FS.List(s.dir)
	if err != nil {
		return err
	}
	f := s.sort(entries)
	voided := map[Name]uint64{}
	for _, v := range f.voids {
		voided[v.name] = max(voided[v.name], v.generation)
		s.generation = max(s.generation, v.generation)
	}
	type damage struct {
		e   *entry
		why error
	}
	var damaged []damage
	for _, e := range f.checkpoints {
		name := nameIn(e.Name)
		h, err := s.readHeader(name)
		switch {
		case err == nil && h.generation > voided[name]:
			s.generation = max(s.generation, h.generation)
			s.index.add(h.entry(name, e.Time))
		case err == nil: // void
		case !errors.Is(err, errFormat):
			return err
		case voided[name] == 0:
			damaged = append(damaged, damage{&entry{name: name, size: e.Size, used: e.Time}, err})
		}
	}
	s.pending = f.voids
	// It logs what it cannot do, and keeps it for the next.
	_ = s.sweep()
	s.recoverQuarantine(f)
	for _, d := range damaged {
		if err := s.quarantine(d.e, d.why); err != nil {
			s.o.Log.Error("damaged checkpoint not moved", "name", d.e.name, "error", err)
		}
	}
	return nil
}

// sort tells our files by their names; others are nobody's business here.
func (s *Store) sort(entries []disk.Entry) *found {
	f := &found{}
	for _, e := range entries {
		if v, ok := parseVoid(e.Name); ok {
			f.voids = append(f.voids, v)
			continue
		}
		if nameIn(e.Name) == "" {
			continue
		}
		switch filepath.Ext(e.Name) {
		case checkpointSuffix:
			f.checkpoints = append(f.checkpoints, e)
		case quarantineSuffix:
			f.quarantined = append(f.quarantined, e)
		case reasonSuffix:
			f.reasons = append(f.reasons, e)
		case stagingSuffix:
			s.litter[filepath.Join(s.dir, e.Name)] = true
		}
	}
	return f
}

// nameIn is the checkpoint that a file belongs to, empty if none.
func nameIn(file string) Name {
	stem, _, _ := strings.Cut(file, ".")
	name, err := ParseName(stem)
	if err != nil {
		return ""
	}
	return name
}

func (s *Store) recoverQuarantine(f *found) {
	for _, e := range f.quarantined {
		name := nameIn(e.Name)
		q := &quarantined{entry: entry{name: name}}
		if h, err := readHeader(s.o.FS, s.path(name, quarantineSuffix), name); err == nil {
			q.entry = *h.entry(name, time.Time{})
		}
		q.size, q.used = e.Size, e.Time
		var err error
		if q.reason, err = readText(s.o.FS, s.path(name, reasonSuffix)); err != nil || q.reason == "" {
			q.reason = "the reason is lost"
		}
		s.quarantined[name] = q
	}
	for _, e := range f.reasons {
		if s.quarantined[nameIn(e.Name)] != nil {
			continue
		}
		if err := remove(s.o.FS, filepath.Join(s.dir, e.Name)); err != nil {
			s.o.Log.Error("reason without a checkpoint not removed", "file", e.Name, "error", err)
		}
	}
}
