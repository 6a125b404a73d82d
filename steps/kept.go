package steps

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"rowproof/engine/checkpoint"
	"rowproof/engine/rng/ds4"
)

// keptSteps say one thing about what is kept.
var keptSteps = []step{
	bound(`(\d+) states? (?:is|are) kept`, (*world).thenStates),
	bound(`the checkpoints are those of (nothing|[\d ]+(?:, [\d ]+)*)`, (*world).thenCheckpoints),
	bound(`(\d+) checkpoints? (?:is|are) stored`, (*world).thenStored),
	bound(`(\d+) checkpoints? (?:is|are) quarantined for "([^"]+)"`, (*world).thenQuarantined),
	bound(`the chat "([^"]+)" is (on|not on) disk`, (*world).thenChat),
	bound(`(\d+) files? (?:is|are) on disk`, (*world).thenFiles),
	bound(`what was remembered is on disk, byte for byte`, (*world).thenRemembered),
	bound(`the disk is as remembered, byte for byte`, (*world).thenUnchanged),
	bound(`(nothing|something) was read from disk`, (*world).thenRead),
	bound(`the answer is kept`, (*world).thenSaved),
	bound(`the answer stands, but is not kept: "([^"]+)"`, (*world).thenUnsaved),
	bound(`(\d+) rows? came out broken`, (*world).thenSpoilt),
	bound(`the row in the checkpoint of ([\d ]+) holds (\d+) NaN`, (*world).thenRow),
	bound(`(\d+) numbers? of the DS4 stream (?:was|were) drawn`, (*world).thenDS4Stream),
}

func (w *world) thenStates(n int) error {
	if w.keep.generator == nil {
		return errNothingKept
	}
	seen, err := w.keep.generator.States()
	if err != nil {
		return err
	}
	return same(seen, n)
}

// list are the checkpoints that can be restored, and those that cannot.
func (w *world) list() (sound, quarantined []checkpoint.Info, err error) {
	if w.keep.store == nil {
		return nil, nil, errNoDisk
	}
	for _, i := range w.keep.store.List() {
		if i.Quarantined != "" {
			quarantined = append(quarantined, i)
		} else {
			sound = append(sound, i)
		}
	}
	return sound, quarantined, nil
}

func (w *world) thenCheckpoints(want string) error {
	sound, _, err := w.list()
	if err != nil {
		return err
	}
	var texts []string
	for _, i := range sound {
		tokens, err := w.keep.store.Tokens(i.Name)
		if err != nil {
			return err
		}
		texts = append(texts, list(tokens))
	}
	slices.Sort(texts)
	if len(texts) == 0 {
		texts = []string{list(nil)}
	}
	return same(strings.Join(texts, ", "), want)
}

func (w *world) thenStored(n int) error {
	sound, _, err := w.list()
	if err != nil {
		return err
	}
	return same(len(sound), n)
}

func (w *world) thenQuarantined(n int, reason string) error {
	_, quarantined, err := w.list()
	if err != nil {
		return err
	}
	for _, i := range quarantined {
		if !strings.Contains(i.Quarantined, reason) {
			return fmt.Errorf("seen %q", i.Quarantined)
		}
	}
	return same(len(quarantined), n)
}

func (w *world) thenChat(name, where string) error {
	if w.keep.memory == nil {
		return errNoDisk
	}
	_, there := w.keep.memory.Read(path.Join("chats", name))
	return same(there, where == "on")
}

// thenFiles counts all of them: what is half written or void, too.
func (w *world) thenFiles(n int) error {
	files, err := w.onDisk()
	if err != nil {
		return err
	}
	return same(len(files), n)
}

func (w *world) thenRemembered() error {
	files, err := w.onDisk()
	if err != nil {
		return err
	}
	if len(w.keep.remembered) == 0 {
		return errors.New("nothing is remembered")
	}
	for name, data := range w.keep.remembered {
		now, ok := files[name]
		if !ok {
			return fmt.Errorf("%s is gone", name)
		}
		if !bytes.Equal(now, data) {
			return fmt.Errorf("%s is another", name)
		}
	}
	return nil
}

func (w *world) thenUnchanged() error {
	if err := w.thenRemembered(); err != nil {
		return err
	}
	files, err := w.onDisk()
	if err != nil {
		return err
	}
	return same(len(files), len(w.keep.remembered))
}

func (w *world) thenRead(what string) error {
	if w.keep.volume == nil || !w.gen.seen.asked {
		return errNoDisk
	}
	if (w.keep.volume.reads == 0) != (what == "nothing") {
		return fmt.Errorf("%d files were read", w.keep.volume.reads)
	}
	return nil
}

func (w *world) thenSaved() error {
	if _, err := w.answer(); err != nil {
		return err
	}
	if w.keep.memory == nil {
		return errNoDisk
	}
	return w.gen.seen.unsaved
}

func (w *world) thenUnsaved(text string) error {
	if _, err := w.answer(); err != nil {
		return err
	}
	if err := w.gen.seen.unsaved; err == nil || !strings.Contains(err.Error(), text) {
		return seenError(err)
	}
	return nil
}

func (w *world) thenSpoilt(n int) error { return same(w.gen.watch.spoilt, n) }

func (w *world) thenRow(ctx context.Context, tokens string, n int) error {
	name, err := w.stored(tokens)
	if err != nil {
		return err
	}
	s, err := checkpoint.ReadFile(ctx, w.keep.memory, name, func(*checkpoint.Snapshot) error { return nil })
	if err != nil {
		return err
	}
	seen := 0
	for _, v := range s.Row {
		if math.IsNaN(float64(v)) {
			seen++
		}
	}
	return same(seen, n)
}

func (w *world) thenDS4Stream(n int) error {
	if w.keep.stream == nil {
		return errNoAnswer
	}
	fresh := ds4.State(ds4Start)
	for range n {
		fresh.Uint64()
	}
	return same(*w.keep.stream, fresh)
}
