package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/checkpoint/disk/disktest"
)

var (
	ctx   = context.Background()
	model = Identity{1, 2, 3}
)

// finite is the law of a family that has no use for other values.
func finite(s *Snapshot) error {
	check := func(where string, values []float32) error {
		for i, v := range values {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return fmt.Errorf("%s: value %d is %v", where, i, v)
			}
		}
		return nil
	}
	if err := check("row", s.Row); err != nil {
		return err
	}
	for _, t := range s.Tensors {
		if err := check(t.Name, t.Values); err != nil {
			return err
		}
	}
	return nil
}

// snapshot makes one of these tokens; variant decides its values, values how many.
func snapshot(tokens []int, variant uint64, values int) *Snapshot {
	random := rand.New(rand.NewPCG(variant, uint64(len(tokens))))
	fill := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(random.NormFloat64())
		}
		return v
	}
	return &Snapshot{
		Model: model, Family: "qwen-mtp", Tokens: tokens, Row: fill(8),
		Tensors: []Tensor{{"layers.0.state", []int{2, values}, fill(2 * values)}, {"position", nil, fill(1)}},
	}
}

// upTo is the sequence first, first+1, ... of n tokens: those of one first are
// prefixes of each other.
func upTo(first, n int) []int {
	tokens := make([]int, n)
	for i := range tokens {
		tokens[i] = first + i
	}
	return tokens
}

// bytesOf tells snapshots apart, bit by bit.
func bytesOf(s *Snapshot) string {
	var b strings.Builder
	if err := encode(ctx, &b, s, 0); err != nil {
		panic(err)
	}
	return b.String()
}

const absent = ""

// world is a store and what may be found in it: of each name one of several contents,
// more than one only while it is open whether something was done.
type world struct {
	fs      disk.FS
	o       Options
	store   *Store
	allowed map[Name]map[string]bool
	pinned  map[Name]bool
	// broken is how the calls end that a test lets fail; other errors are faults.
	broken []error
	trace  []string
	fault  string
}

const storeDir = "/store"

func newWorld(fs disk.FS, now func() time.Time) *world {
	return &world{fs: fs, o: Options{Clock: now, Guard: finite}, allowed: map[Name]map[string]bool{}, pinned: map[Name]bool{}}
}

// ticking is a clock of which each reading is a second later.
func ticking() func() time.Time {
	t := time.Unix(1_700_000_000, 0)
	return func() time.Time {
		t = t.Add(time.Second)
		return t
	}
}

func (w *world) failf(text string, args ...any) {
	if w.fault == "" {
		w.fault = fmt.Sprintf(text, args...)
	}
}

// note checks an error: only those that a test let happen may.
func (w *world) note(what string, err error) {
	w.trace = append(w.trace, fmt.Sprintf("%s: %v", what, err))
	if err == nil {
		return
	}
	for _, allowed := range w.broken {
		if errors.Is(err, allowed) {
			return
		}
	}
	w.failf("%s: %v", what, err)
}

func (w *world) may(name Name, content string) {
	if w.allowed[name] == nil {
		w.allowed[name] = map[string]bool{absent: true}
	}
	w.allowed[name][content] = true
}

func (w *world) is(name Name, content string) {
	w.allowed[name] = map[string]bool{content: true}
}

// open opens the store, a second time if the first fails.
func (w *world) open() {
	w.o.FS = w.fs
	for range 2 {
		var err error
		w.store, err = Open(storeDir, w.o)
		w.note("open", err)
		if err == nil {
			break
		}
	}
	if w.store != nil {
		for name := range w.pinned {
			w.store.Pin(name)
		}
	}
}

func (w *world) reopen() {
	if w.store != nil {
		w.note("close", w.store.Close())
		w.store = nil
	}
	w.open()
}

func (w *world) save(s *Snapshot) {
	if w.store == nil {
		return
	}
	name, content := NameOf(s.Model, s.Tokens), bytesOf(s)
	victims := w.victims(s)
	w.may(name, content)
	for _, v := range victims {
		w.may(v, absent)
	}
	got, err := w.store.Save(ctx, s)
	w.note("save "+string(name[:4]), err)
	if got != "" && got != name {
		w.failf("saved as %s, want %s", got, name)
	}
	if got == name {
		w.is(name, content)
		if now := w.read(w.store, name); now != content {
			w.failf("saved, but not there")
		}
	}
	var drop *DropError
	switch {
	case err == nil:
		w.dropped(victims, nil)
	case errors.As(err, &drop) && got == name:
		w.dropped(victims, drop)
	}
}

// victims are what the budget costs, by a slow reading of its law.
func (w *world) victims(s *Snapshot) []Name {
	if w.o.Budget == 0 {
		return nil
	}
	name := NameOf(s.Model, s.Tokens)
	sum := headerOf(s, 0).size
	var others []Info
	for _, i := range w.store.List() {
		if i.Quarantined == "" && i.Name != name {
			others = append(others, i)
			sum += i.Size
		}
	}
	slices.SortStableFunc(others, func(a, b Info) int { return a.LastUse.Compare(b.LastUse) })
	var victims []Name
	for _, i := range others {
		if sum > w.o.Budget && !w.pinned[i.Name] {
			victims = append(victims, i.Name)
			sum -= i.Size
		}
	}
	if sum > w.o.Budget {
		return nil // refused
	}
	return victims
}

func (w *world) drop(names ...Name) {
	if w.store == nil {
		return
	}
	for _, name := range names {
		w.may(name, absent)
	}
	err := w.store.Drop(names...)
	w.note("drop", err)
	var drop *DropError
	if err == nil || errors.As(err, &drop) {
		w.dropped(names, drop)
	}
	for _, name := range names {
		if now := w.read(w.store, name); now != absent && err == nil {
			w.failf("dropped, but still there")
		}
	}
}

func (w *world) dropped(names []Name, failed *DropError) {
	for _, name := range names {
		if failed == nil || !slices.Contains(failed.Loose, name) {
			w.is(name, absent)
		}
	}
}

func (w *world) restore(name Name) {
	if w.store == nil {
		return
	}
	s, err := w.store.Restore(ctx, name)
	if errors.Is(err, ErrNotFound) {
		w.trace = append(w.trace, "restore: not found")
		w.want(name, absent)
		return
	}
	w.note("restore", err)
	if err == nil {
		w.want(name, bytesOf(s))
	}
}

func (w *world) want(name Name, content string) {
	allowed := w.allowed[name]
	if allowed == nil && content == absent || allowed[content] {
		return
	}
	state := "content that was never saved or is replaced"
	if content == absent {
		state = "nothing"
	} else if len(allowed) == 1 && allowed[absent] {
		state = "a checkpoint that was dropped"
	}
	w.failf("%s: found %s", name, state)
}

// read is the content of a checkpoint, without marking it as used.
func (w *world) read(s *Store, name Name) string {
	if s.index.entries[name] == nil {
		return absent
	}
	in, ok := s.o.FS.(*disktest.Inject)
	if ok {
		s.o.FS = in.FS // looking is not part of the story
		defer func() { s.o.FS = in }()
	}
	snap, err := s.load(ctx, name)
	if err != nil {
		return absent
	}
	return bytesOf(snap)
}

// check opens the store of a file system that works again and looks at all of it.
func (w *world) check(fs disk.FS, when string) { w.checkIn(storeDir, fs, when) }

func (w *world) checkIn(dir string, fs disk.FS, when string) {
	if w.fault != "" {
		return
	}
	o := w.o
	o.FS = fs
	s, err := Open(dir, o)
	if err != nil {
		w.failf("%s: reopen: %v", when, err)
		return
	}
	seen := map[Name]bool{}
	for _, i := range s.List() {
		if i.Quarantined != "" {
			w.failf("%s: %s quarantined: %s", when, i.Name, i.Quarantined)
		}
		seen[i.Name] = true
		snap, err := s.Restore(ctx, i.Name)
		if err != nil {
			w.failf("%s: %v", when, err)
			break
		}
		w.want(i.Name, bytesOf(snap))
	}
	for _, name := range slices.Sorted(maps.Keys(w.allowed)) {
		if !seen[name] {
			w.want(name, absent)
		}
	}
	entries, err := fs.List(dir)
	if err != nil {
		w.failf("%s: %v", when, err)
	}
	for _, e := range entries {
		if e.Name != "lock" && !strings.HasSuffix(e.Name, checkpointSuffix) {
			w.failf("%s: %s is left over", when, e.Name)
		}
	}
	if err := s.Close(); err != nil {
		w.failf("%s: close: %v", when, err)
	}
	if w.fault != "" && !strings.HasPrefix(w.fault, when) {
		w.fault = when + ": " + w.fault
	}
}
