package steps

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path"
	"time"

	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/checkpoint/disk/disktest"
	"rowproof/engine/model"
)

// diskSteps say what the disk does, and what happens to it behind the engine's back.
var diskSteps = []step{
	bound(`the disk says "([^"]+)"`, (*world).givenDiskRule),
	bound(`the disk works again`, (*world).givenDiskWorks),
	bound(`the disk is another, empty one`, (*world).givenEmptyDisk),
	bound(`what is (on disk|in the chats) is remembered`, (*world).givenRemembered),
	bound(`the (row|state) in the checkpoint of ([\d ]+) is not finite`, (*world).givenUnsound),
	bound(`a bit of the checkpoint of ([\d ]+) is another`, (*world).givenDamage),
	bound(`the next state that is written is not finite`, (*world).givenUnsoundExport),
}

// storeDir is where checkpoints are.
const storeDir = "store"

// volume is a disk whose faults come and go while a store has it open.
type volume struct {
	disk.FS
	reads int // checkpoints and chats opened before the first forward of a request
	busy  func() bool
}

func (v *volume) Open(name string) (disk.Reader, error) {
	r, err := v.FS.Open(name)
	if err == nil && path.Ext(name) != ".void" && !v.busy() {
		v.reads++
	}
	return r, err
}

func (w *world) clock() time.Time {
	w.keep.seconds++
	return time.Unix(w.keep.seconds, 0)
}

func (w *world) givenDisk() error {
	if !w.keep.on {
		return errNothingKept
	}
	w.keep.memory = disktest.NewMemory(w.clock)
	if err := w.keep.memory.Mkdir("chats"); err != nil {
		return err
	}
	w.keep.volume = &volume{FS: w.keep.memory, busy: func() bool { return len(w.gen.watch.passes) > 0 }}
	return nil
}

func (w *world) openStore(guard checkpoint.Guard) (err error) {
	w.keep.store, err = checkpoint.Open(storeDir, checkpoint.Options{FS: w.keep.volume, Clock: w.clock, Guard: guard})
	return err
}

func (w *world) closeStore() error {
	if w.keep.store == nil {
		return nil
	}
	defer func() { w.keep.store = nil }()
	return w.keep.store.Close()
}

var errNoDisk = errors.New("nothing is kept on disk")

func (w *world) givenDiskRule(text string) error {
	rule, err := disktest.ParseRule(text)
	if err != nil {
		return err
	}
	if w.keep.memory == nil {
		return errNoDisk
	}
	w.keep.volume.FS = disktest.NewInject(w.keep.memory, rule)
	return nil
}

func (w *world) givenDiskWorks() error {
	if w.keep.memory == nil {
		return errNoDisk
	}
	w.keep.volume.FS = w.keep.memory
	return nil
}

func (w *world) givenEmptyDisk() error {
	if w.keep.memory == nil {
		return errNoDisk
	}
	return errors.Join(w.shut(), w.givenDisk())
}

// onDisk are the files of conversations.
func (w *world) onDisk() (map[string][]byte, error) {
	if w.keep.memory == nil {
		return nil, errNoDisk
	}
	files := map[string][]byte{}
	for _, dir := range []string{storeDir, "chats"} {
		entries, err := w.keep.memory.List(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name)
			files[name], _ = w.keep.memory.Read(name)
		}
	}
	return files, nil
}

func (w *world) givenRemembered(where string) (err error) {
	w.keep.remembered, err = w.onDisk()
	if where == "in the chats" {
		maps.DeleteFunc(w.keep.remembered, func(name string, _ []byte) bool { return path.Dir(name) != "chats" })
	}
	if err == nil && len(w.keep.remembered) == 0 {
		err = errors.New("nothing is on disk")
	}
	return err
}

// stored is the path of a checkpoint.
func (w *world) stored(of string) (string, error) {
	text, err := tokens(of)
	if err != nil {
		return "", err
	}
	if w.keep.memory == nil || w.gen.model == nil {
		return "", errNoDisk
	}
	p, ok := w.gen.model.(model.Persistent)
	if !ok {
		return "", fmt.Errorf("%w: a %T", model.ErrState, w.gen.model)
	}
	id, err := p.Identity()
	name := path.Join(storeDir, string(checkpoint.NameOf(id, text))+".checkpoint")
	return name, err
}

// givenUnsound writes what no guard lets through, with right sums.
func (w *world) givenUnsound(ctx context.Context, part, tokens string) error {
	name, err := w.stored(tokens)
	if err != nil {
		return err
	}
	if err := w.shut(); err != nil {
		return err
	}
	anything := func(*checkpoint.Snapshot) error { return nil }
	s, err := checkpoint.ReadFile(ctx, w.keep.memory, name, anything)
	if err != nil {
		return err
	}
	values := s.Tensors[0].Values
	if part == "row" {
		values = s.Row
	}
	values[len(values)-1] = float32(math.NaN())
	if err := w.openStore(anything); err != nil {
		return err
	}
	_, err = w.keep.store.Save(ctx, s)
	return errors.Join(err, w.closeStore())
}

func (w *world) givenDamage(tokens string) error {
	name, err := w.stored(tokens)
	if err != nil {
		return err
	}
	data, ok := w.keep.memory.Read(name)
	if !ok {
		return fmt.Errorf("there is no checkpoint of %s", tokens)
	}
	data[len(data)-9] ^= 1
	w.keep.memory.Write(name, data)
	return nil
}

func (w *world) givenUnsoundExport() error {
	if w.keep.memory == nil {
		return errNoDisk
	}
	w.gen.watch.unsound = true
	return nil
}
