package steps

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/cucumber/godog"

	"rowproof/engine"
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk/disktest"
	"rowproof/engine/family"
	familyds4 "rowproof/engine/family/ds4"
	"rowproof/engine/generate"
	"rowproof/engine/model"
	"rowproof/engine/rng/ds4"
)

// keepingSteps have states kept between requests, and say what comes between them.
var keepingSteps = []step{
	bound(`states are kept for later requests`, (*world).givenKeeping),
	bound(`states are kept on disk, too`, (*world).givenDisk),
	bound(`a model of the DS4 family that draws at temperature (\S+)`, (*world).givenDS4),
	bound(`the request is one of the chat "([^"]+)"`, (*world).givenChat),
	bound(`the request is one of no chat`, (*world).givenNoChat),
	bound(`the first (\d+) tokens of the prompt are the system's`, (*world).givenSystem),
	bound(`(prefill|ar|draft|verify|copy|repair|final) row (\d+) from here comes out with (.+)`, (*world).givenSpoil),
	bound(`the client leaves after (\d+) tokens?`, (*world).givenLeaving),
	bound(`the client stays`, (*world).givenStaying),
	bound(`the engine is started again`, (*world).givenRestart),
	bound(`the conversation is saved`, (*world).whenSaved),
}

// keeping is a Generator and what it keeps. It begins with the first request.
type keeping struct {
	on        bool
	generator *engine.Generator
	of        model.Model
	chat      string
	leaves    int // tokens after which the client goes; 0: it does not
	family    family.Family
	stream    *ds4.State

	memory     *disktest.Memory // nil: nothing is kept on disk
	volume     *volume
	store      *checkpoint.Store
	seconds    int64 // of the clock
	remembered map[string][]byte
}

var errNothingKept = errors.New("no states are kept")

func (w *world) givenKeeping() error {
	w.keep.on = true
	w.keep.family = family.Qwen{}
	return nil
}

func (w *world) givenDS4(temperature string) error {
	t, err := strconv.ParseFloat(temperature, 32)
	if err != nil {
		return err
	}
	w.keep.on, w.keep.stream = true, new(ds4.State(ds4Start))
	w.keep.family = family.DS4{Params: familyds4.Params{Temperature: float32(t), TopP: 1}, Stream: w.keep.stream}
	return nil
}

func (w *world) givenChat(name string) error {
	w.keep.chat = "chats/" + name
	return nil
}

func (w *world) givenNoChat() error {
	w.keep.chat = ""
	return nil
}

func (w *world) givenSystem(n int) error {
	w.gen.request.System = n
	return nil
}

// givenSpoil breaks one row of a model that is healthy otherwise, as a cosmic ray would:
// the next try can only fail by what was kept.
func (w *world) givenSpoil(kind string, n int, name string) error {
	fault, ok := scriptedFaults[name]
	if !ok || n < 1 {
		return fmt.Errorf("no row %d has %q", n, name)
	}
	w.gen.watch.spoils = append(w.gen.watch.spoils, &spoil{model.Kind(kind), n, fault})
	return nil
}

func (w *world) givenLeaving(tokens int) error {
	w.keep.leaves = tokens
	return nil
}

func (w *world) givenStaying() error {
	w.keep.leaves = 0
	return nil
}

// givenRestart is the end of a process and the beginning of another.
func (w *world) givenRestart() error {
	if !w.keep.on {
		return errNothingKept
	}
	if err := w.shut(); err != nil || w.gen.model == nil {
		return err
	}
	return w.open()
}

func (w *world) whenSaved(ctx context.Context) error {
	if !w.keep.on {
		return errNothingKept
	}
	if err := w.open(); err != nil {
		return err
	}
	w.failed = w.keep.generator.Save(ctx)
	return nil
}

// open has a Generator of the scenario's model. A poisoned model is another one.
func (w *world) open() error {
	k := &w.keep
	if k.generator != nil && k.of == w.gen.model {
		return nil
	}
	if err := w.shut(); err != nil {
		return err
	}
	o := engine.Options{Family: k.family}
	if k.memory != nil {
		if err := w.openStore(k.family.Guard); err != nil {
			return err
		}
		o.Store, o.Files = k.store, k.volume
	}
	g, err := engine.New(watching(w.gen.model, &w.gen.watch), o)
	if err != nil {
		return err
	}
	k.generator, k.of = g, w.gen.model
	return nil
}

func (w *world) shut() error {
	k := &w.keep
	if k.generator != nil {
		k.generator.Close()
		k.generator = nil
	}
	return w.closeStore()
}

// end is the scenario's. One that was given up may still be at work: nobody waits.
func (w *world) end(ctx context.Context, _ *godog.Scenario, _ error) (context.Context, error) {
	return ctx, w.guard.call(ctx, func(context.Context) error { return w.shut() })
}

func (w *world) generateKept(ctx context.Context, r generate.Request) error {
	if err := w.open(); err != nil {
		return err
	}
	if w.keep.volume != nil {
		w.keep.volume.reads = 0
	}
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	seen := &w.gen.seen
	sink, streamed := r.OnTokens, 0
	r.OnTokens = func(tokens []int) error {
		if streamed += len(tokens); w.keep.leaves > 0 && streamed >= w.keep.leaves {
			leave()
		}
		return sink(tokens)
	}
	job, err := w.keep.generator.Submit(ctx, engine.Request{Request: r, Chat: w.keep.chat})
	if err != nil {
		return err
	}
	for e := range job.Events() {
		seen.result, seen.err, seen.unsaved = e.Result, e.Err, e.Unsaved
	}
	return nil
}
