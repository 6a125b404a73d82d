// Package disktest has two file systems for tests of what is kept on disk: Memory,
// which can crash, and Inject, which fails where a rule says so.
package disktest

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"time"

	"rowproof/engine/checkpoint/disk"
)

// Memory is a file system in memory. It remembers which changes are durable, so
// that Crash can lose the others: bytes until Sync of their file, names until
// SyncDir of their directory. It is for one goroutine.
type Memory struct {
	files   map[string]*inode // by path, as seen now
	durable map[string]*inode // by path, as after a crash that keeps nothing
	pending []change          // from durable to files, in order
	dirs    map[string]bool   // directories are durable at once
	locks   map[string]bool
	now     func() time.Time
}

// inode is a file without its name. Bytes are only ever appended, so synced may
// share memory with data.
type inode struct {
	data, synced []byte
	at, syncedAt time.Time
}

// change is what one verb does to a directory: a rename gives and takes a name at
// once, as journals do.
type change struct {
	dir  string
	gone string // path, may be empty
	name string // path, may be empty
	node *inode
}

func (c change) apply(files map[string]*inode) {
	if c.gone != "" {
		delete(files, c.gone)
	}
	if c.name != "" {
		files[c.name] = c.node
	}
}

// NewMemory is an empty file system. New files get their time from now.
func NewMemory(now func() time.Time) *Memory {
	return &Memory{files: map[string]*inode{}, durable: map[string]*inode{}, dirs: map[string]bool{}, locks: map[string]bool{}, now: now}
}

// Keep says how much of what is not durable outlives a crash.
type Keep int

// The first two are the ends; a disk may choose anything between.
const (
	Nothing Keep = iota
	Everything
	Part // by chance: each change of a directory, part of the bytes of each file
)

func (k Keep) String() string { return [...]string{"nothing", "everything", "part"}[k] }

// Crash is the file system as the machine finds it after a power failure now. The
// receiver stays as it is. Seed decides what Part keeps.
func (m *Memory) Crash(keep Keep, seed uint64) *Memory {
	chance := rand.New(rand.NewPCG(seed, 0))
	after := NewMemory(m.now)
	after.dirs = maps.Clone(m.dirs)
	names := maps.Clone(m.durable)
	for _, c := range m.pending {
		if keep == Everything || keep == Part && chance.IntN(2) == 0 {
			c.apply(names)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) { // in order, so that a seed says it all
		node := *names[name]
		switch {
		case keep == Nothing, keep == Part && chance.IntN(3) == 0:
			node.data, node.at = node.synced, node.syncedAt
		case keep == Part:
			node.data = torn(node.synced, node.data, chance)
			if chance.IntN(2) == 0 {
				node.at = node.syncedAt
			}
		}
		node.synced, node.syncedAt = node.data, node.at
		after.files[name] = &node
	}
	after.durable = maps.Clone(after.files)
	return after
}

// torn is a file between two states: shorter than it was, and with blocks that were
// given to it but never written.
func torn(synced, data []byte, chance *rand.Rand) []byte {
	if bytes.Equal(synced, data) {
		return data
	}
	if !bytes.HasPrefix(data, synced) {
		synced = nil // truncated since
	}
	data = bytes.Clone(data[:len(synced)+chance.IntN(len(data)-len(synced)+1)])
	for at := len(synced); at < len(data); {
		end := min(len(data), at+1+chance.IntN(512))
		if chance.IntN(4) == 0 {
			clear(data[at:end])
		}
		at = end
	}
	return data
}

func (m *Memory) change(c change) {
	c.apply(m.files)
	m.pending = append(m.pending, c)
}

func missing(verb, name string) error {
	return &fs.PathError{Op: verb, Path: name, Err: fs.ErrNotExist}
}

// Mkdir implements disk.FS.
func (m *Memory) Mkdir(dir string) error {
	for ; !m.dirs[dir]; dir = path.Dir(dir) {
		m.dirs[dir] = true
	}
	return nil
}

// Create implements disk.FS.
func (m *Memory) Create(name string) (disk.File, error) {
	if !m.dirs[path.Dir(name)] {
		return nil, missing("create", name)
	}
	node, ok := m.files[name]
	if !ok {
		node = &inode{syncedAt: m.now()}
		m.change(change{dir: path.Dir(name), name: name, node: node})
	}
	node.data, node.at = nil, m.now()
	return &file{m, node}, nil
}

type file struct {
	fs   *Memory
	node *inode
}

func (f *file) Write(p []byte) (int, error) {
	f.node.data = append(f.node.data, p...)
	f.node.at = f.fs.now()
	return len(p), nil
}

func (f *file) Sync() error {
	f.node.synced, f.node.syncedAt = f.node.data, f.node.at
	return nil
}

func (f *file) Close() error { return nil }

// Open implements disk.FS.
func (m *Memory) Open(name string) (disk.Reader, error) {
	node, ok := m.files[name]
	if !ok {
		return nil, missing("open", name)
	}
	return reader{bytes.NewReader(node.data)}, nil
}

type reader struct{ *bytes.Reader }

func (reader) Close() error { return nil }

// Rename implements disk.FS.
func (m *Memory) Rename(from, to string) error {
	node, ok := m.files[from]
	if !ok {
		return missing("rename", from)
	}
	if path.Dir(from) != path.Dir(to) {
		return fmt.Errorf("rename %s to %s: not in one directory", from, to)
	}
	m.change(change{dir: path.Dir(to), gone: from, name: to, node: node})
	return nil
}

// Remove implements disk.FS.
func (m *Memory) Remove(name string) error {
	if _, ok := m.files[name]; !ok {
		return missing("remove", name)
	}
	m.change(change{dir: path.Dir(name), gone: name})
	return nil
}

// Touch implements disk.FS.
func (m *Memory) Touch(name string, at time.Time) error {
	node, ok := m.files[name]
	if !ok {
		return missing("touch", name)
	}
	node.at = at
	return nil
}

// List implements disk.FS.
func (m *Memory) List(dir string) ([]disk.Entry, error) {
	if !m.dirs[dir] {
		return nil, missing("list", dir)
	}
	var entries []disk.Entry
	for _, name := range slices.Sorted(maps.Keys(m.files)) {
		if path.Dir(name) == dir {
			node := m.files[name]
			entries = append(entries, disk.Entry{Name: path.Base(name), Size: int64(len(node.data)), Time: node.at})
		}
	}
	return entries, nil
}

// SyncDir implements disk.FS.
func (m *Memory) SyncDir(dir string) error {
	if !m.dirs[dir] {
		return missing("sync", dir)
	}
	m.pending = slices.DeleteFunc(m.pending, func(c change) bool {
		if c.dir == dir {
			c.apply(m.durable)
		}
		return c.dir == dir
	})
	return nil
}

// Lock implements disk.FS. Unlike a real one it leaves no file.
func (m *Memory) Lock(name string) (io.Closer, error) {
	if m.locks[name] {
		return nil, &disk.LockedError{Name: name}
	}
	m.locks[name] = true
	return unlock(func() { delete(m.locks, name) }), nil
}

type unlock func()

func (u unlock) Close() error {
	u()
	return nil
}

// Read gives the bytes of a file, for looking from outside.
func (m *Memory) Read(name string) ([]byte, bool) {
	node, ok := m.files[name]
	if !ok {
		return nil, false
	}
	return bytes.Clone(node.data), true
}

// Write puts durable bytes in place of a file, for damage from outside.
func (m *Memory) Write(name string, data []byte) {
	data = bytes.Clone(data)
	node := &inode{data: data, synced: data, at: m.now(), syncedAt: m.now()}
	m.files[name], m.durable[name] = node, node
}
