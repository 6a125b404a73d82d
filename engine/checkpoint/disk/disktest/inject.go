package disktest

import (
	"errors"
	"fmt"
	"io"
	"time"

	"rowproof/engine/checkpoint/disk"
)

// ErrCrashed is what every call gives after a crash.
var ErrCrashed = errors.New("the machine has stopped")

// Inject is a file system whose calls fail by rules. It is for one goroutine.
type Inject struct {
	FS      disk.FS
	Before  func(verb, name string) // called before each call, if set
	rules   []Rule
	counts  map[string]int
	hits    int
	crashed bool
}

// NewInject lays rules over a file system.
func NewInject(under disk.FS, rules ...Rule) *Inject {
	return &Inject{FS: under, rules: rules, counts: map[string]int{}}
}

// Calls is how many calls of a verb there were; "any" counts all.
func (i *Inject) Calls(verb string) int { return i.counts[verb] }

// Hits is how many calls met a rule.
func (i *Inject) Hits() int { return i.hits }

// Crashed says whether a rule has stopped the machine.
func (i *Inject) Crashed() bool { return i.crashed }

// enter counts a call and gives the error that it must end with, and the rule that
// says so unless the machine has stopped before.
func (i *Inject) enter(verb, name string) (*Rule, error) {
	if i.Before != nil {
		i.Before(verb, name)
	}
	if i.crashed {
		return nil, fmt.Errorf("%s %s: %w", verb, name, ErrCrashed)
	}
	r := i.next(verb)
	if r == nil {
		return nil, nil
	}
	i.crashed = r.crash
	return r, fmt.Errorf("%s %s: %w", verb, name, r.err)
}

// pass makes a call unless a rule is against it.
func (i *Inject) pass(verb, name string, do func() error) error {
	r, err := i.enter(verb, name)
	if err == nil {
		return do()
	}
	if r != nil && r.late {
		return errors.Join(err, do())
	}
	return err
}

// next gives the first rule that the next call meets.
func (i *Inject) next(verb string) *Rule {
	i.counts[verb]++
	i.counts["any"]++
	for k := range i.rules {
		r := &i.rules[k]
		if r.verb != verb && r.verb != "any" || r.short >= 0 && verb != "write" {
			continue
		}
		if n := i.counts[r.verb]; n == r.n || r.on && n > r.n {
			i.hits++
			return r
		}
	}
	return nil
}

// Mkdir implements disk.FS.
func (i *Inject) Mkdir(dir string) error {
	return i.pass("mkdir", dir, func() error { return i.FS.Mkdir(dir) })
}

// Create implements disk.FS.
func (i *Inject) Create(name string) (disk.File, error) {
	var f disk.File
	err := i.pass("create", name, func() (err error) {
		f, err = i.FS.Create(name)
		return err
	})
	if err != nil && f != nil { // a late error
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return nil, err
	}
	return &injectFile{i, name, f}, nil
}

type injectFile struct {
	i    *Inject
	name string
	f    disk.File
}

func (f *injectFile) Write(p []byte) (int, error) {
	r, err := f.i.enter("write", f.name)
	if err == nil {
		return f.f.Write(p)
	}
	written := 0
	if r != nil && r.late {
		written = len(p)
	} else if r != nil && r.short >= 0 {
		written = min(r.short, len(p))
	}
	n, failed := f.f.Write(p[:written])
	return n, errors.Join(err, failed)
}

func (f *injectFile) Sync() error { return f.i.pass("sync", f.name, f.f.Sync) }

// Close closes the file under it in any case, as close(2) does.
func (f *injectFile) Close() error {
	closed := false
	err := f.i.pass("close", f.name, func() error {
		closed = true
		return f.f.Close()
	})
	if !closed {
		err = errors.Join(err, f.f.Close())
	}
	return err
}

// Open implements disk.FS.
func (i *Inject) Open(name string) (disk.Reader, error) {
	var r disk.Reader
	err := i.pass("open", name, func() (err error) {
		r, err = i.FS.Open(name)
		return err
	})
	if err != nil && r != nil { // a late error
		err = errors.Join(err, r.Close())
	}
	if err != nil {
		return nil, err
	}
	return &injectReader{i, name, r}, nil
}

type injectReader struct {
	i    *Inject
	name string
	r    disk.Reader
}

func (r *injectReader) Size() int64  { return r.r.Size() }
func (r *injectReader) Close() error { return r.r.Close() }

func (r *injectReader) Read(p []byte) (n int, err error) {
	end := false
	failed := r.i.pass("read", r.name, func() error {
		n, err = r.r.Read(p)
		end = errors.Is(err, io.EOF)
		if end {
			return nil
		}
		return err
	})
	if failed == nil && end {
		return n, io.EOF
	}
	return n, failed
}

// Rename implements disk.FS.
func (i *Inject) Rename(from, to string) error {
	return i.pass("rename", to, func() error { return i.FS.Rename(from, to) })
}

// Remove implements disk.FS.
func (i *Inject) Remove(name string) error {
	return i.pass("remove", name, func() error { return i.FS.Remove(name) })
}

// Touch implements disk.FS.
func (i *Inject) Touch(name string, at time.Time) error {
	return i.pass("touch", name, func() error { return i.FS.Touch(name, at) })
}

// List implements disk.FS.
func (i *Inject) List(dir string) (entries []disk.Entry, err error) {
	err = i.pass("list", dir, func() (err error) {
		entries, err = i.FS.List(dir)
		return err
	})
	return entries, err
}

// SyncDir implements disk.FS.
func (i *Inject) SyncDir(dir string) error {
	return i.pass("syncdir", dir, func() error { return i.FS.SyncDir(dir) })
}

// Lock implements disk.FS.
func (i *Inject) Lock(name string) (lock io.Closer, err error) {
	err = i.pass("lock", name, func() (err error) {
		lock, err = i.FS.Lock(name)
		return err
	})
	if err != nil && lock != nil { // a late error
		err = errors.Join(err, lock.Close())
	}
	if err != nil {
		return nil, err
	}
	return lock, nil
}
