package engine_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine"
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk/disktest"
	"rowproof/engine/family"
	familyds4 "rowproof/engine/family/ds4"
	"rowproof/engine/model"
	"rowproof/engine/rng/ds4"
	"rowproof/harness/scripted"
)

var update = flag.Bool("update", false, "write testdata/traces again")

// tracer tells a story: every event of every request, every forward, and after each
// request what is in memory and on disk.
type tracer struct {
	t         *testing.T
	out       strings.Builder
	script    scripted.Script
	family    family.Family
	model     *scripted.Model
	memory    *disktest.Memory
	volume    *volume
	store     *checkpoint.Store
	generator *engine.Generator
	names     map[string]string // of checkpoints: their tokens
	told      int               // forwards of the model
	seconds   int64
}

func (s *tracer) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	for name, tokens := range s.names {
		line = strings.ReplaceAll(line, name, "("+tokens+")")
	}
	s.out.WriteString(strings.ReplaceAll(line, "\n", "; ") + "\n")
}

func (s *tracer) clock() time.Time {
	s.seconds++
	return time.Unix(s.seconds, 0)
}

// start is the beginning of a process.
func (s *tracer) start() {
	s.say("start")
	var err error
	s.store, err = checkpoint.Open("store", checkpoint.Options{FS: s.volume, Clock: s.clock, Guard: s.family.Guard})
	if err != nil {
		s.t.Fatal(err)
	}
	s.model, s.told = scripted.New(s.script), 0
	s.generator, err = engine.New(s.model, engine.Options{Family: s.family, Store: s.store, Files: s.volume, Clock: func() time.Time { return time.Time{} }})
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *tracer) stop() {
	s.generator.Close()
	if err := s.store.Close(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *tracer) restart() {
	s.stop()
	s.start()
}

// heal is the model on a day without faults.
func (s *tracer) heal() {
	s.script.Faults = nil
	s.say("the model is healthy again")
	s.restart()
}

func words(tokens []int) string { return strings.Trim(fmt.Sprint(tokens), "[]") }

// ask makes a request and tells all that comes of it.
func (s *tracer) ask(r engine.Request) {
	what := fmt.Sprintf("request %s, %d more", words(r.Prompt), r.MaxTokens)
	if r.System > 0 {
		what += fmt.Sprintf(", system %d", r.System)
	}
	if r.Depth > 0 {
		what += fmt.Sprintf(", depth %d, %v", r.Depth, r.Lane)
	}
	if r.Chat != "" {
		what += ", " + r.Chat
	}
	s.say("%s", what)
	j, err := s.generator.Submit(context.Background(), r)
	if err != nil {
		s.t.Fatal(err)
	}
	for e := range j.Events() {
		s.name(slices.Concat(r.Prompt, e.Result.Tokens))
		switch e.Kind {
		case engine.Started:
			s.say("  started")
		case engine.Tokens:
			s.say("  tokens %s", words(e.Tokens))
		case engine.Done:
			s.say("  done by %s, %d reused, %d forwards with rows", e.Result.Finish, e.Result.Reused, e.Result.Forwards)
			if e.Unsaved != nil {
				s.say("  not kept: %v", e.Unsaved)
			}
		case engine.Failed:
			s.say("  failed, %d reused: %v", e.Result.Reused, e.Err)
		}
	}
	passes := s.model.Passes()
	for _, p := range passes[s.told:] {
		s.say("  forward %s %s", p.Kind, words(p.Tokens))
	}
	s.told = len(passes)
	s.kept()
}

// name has the checkpoints of a text and its beginnings told by their tokens.
func (s *tracer) name(text []int) {
	id, err := s.model.Identity()
	if err != nil {
		s.t.Fatal(err)
	}
	for n := range text {
		s.names[string(checkpoint.NameOf(id, text[:n+1]))] = words(text[:n+1])
	}
}

// kept tells what there is.
func (s *tracer) kept() {
	states, err := s.generator.States()
	if err != nil {
		s.t.Fatal(err)
	}
	s.say("  memory: %d states", states)
	var files []string
	for _, dir := range []string{"store", "chats"} {
		entries, err := s.memory.List(dir)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, e := range entries {
			path := dir + "/" + e.Name
			data, _ := s.memory.Read(path)
			stem, rest, _ := strings.Cut(e.Name, ".")
			if tokens, ok := s.names[stem]; ok {
				path = fmt.Sprintf("%s/(%s).%s", dir, tokens, rest)
			}
			what := fmt.Sprintf("%d bytes, sha256 %.8x", len(data), sha256.Sum256(data))
			if rest == "reason" {
				what = string(data)
			}
			files = append(files, fmt.Sprintf("  disk: %s, %s", path, what))
		}
	}
	slices.Sort(files)
	for _, f := range files {
		s.say("%s", f)
	}
}

func (s *tracer) save() {
	if err := s.generator.Save(context.Background()); err != nil {
		s.say("not saved: %v", err)
	} else {
		s.say("saved")
	}
	s.kept()
}

func (s *tracer) diskFails(rule string) {
	s.say("the disk: %s", rule)
	s.volume.fail(s.t, s.memory, rule)
}

func (s *tracer) diskWorks() {
	s.say("the disk works again")
	s.volume.FS = s.memory
}

func fault(kind model.Kind, token int, f scripted.Fault) func(*tracer) {
	return func(s *tracer) { s.script.Faults = map[scripted.Place]scripted.Fault{{Kind: kind, Token: token}: f} }
}

var stories = map[string]struct {
	before func(*tracer)
	tell   func(*tracer)
}{
	"three-turns-and-a-restart": {tell: func(s *tracer) {
		s.ask(ask(3, 4))
		s.ask(ask(8, 3))
		s.restart()
		s.ask(ask(12, 2))
	}},
	"a-fault-in-the-second-turn": {fault(model.Decode, 8, scripted.NaN), func(s *tracer) {
		other := ask(3, 2)
		other.Prompt = []int{7, 7, 7}
		s.ask(other)
		s.ask(ask(3, 4))
		s.ask(ask(8, 6))
		s.save()
		s.ask(other)
		s.heal()
		s.ask(ask(8, 6))
	}},
	"a-fault-in-a-verify-window": {fault(model.Verify, 6, scripted.OneNaN), func(s *tracer) {
		first, second := ask(3, 3), ask(7, 6)
		first.Depth, second.Depth = 3, 3
		s.ask(first)
		s.ask(second)
		s.heal()
		s.ask(second)
	}},
	"a-fault-in-the-final-capture": {fault(model.Final, 7, scripted.AllNeg), func(s *tracer) {
		s.ask(ask(3, 4))
		s.ask(ask(7, 3))
		s.save()
		s.heal()
		s.ask(ask(7, 3))
	}},
	"a-local-chat-loses-its-bootstrap": {fault(model.Decode, 5, scripted.PosInf), func(s *tracer) {
		chat := func(n, more int) engine.Request {
			r := ask(n, more)
			r.System, r.Chat = 2, "chats/a"
			return r
		}
		s.ask(chat(3, 3))
		s.ask(chat(7, 4))
		s.save()
		s.heal()
		s.ask(chat(7, 4))
	}},
	"a-disk-that-does-not-let-go": {fault(model.Decode, 5, scripted.NaN), func(s *tracer) {
		s.ask(ask(3, 3))
		s.diskFails("remove 1+: permission denied")
		s.ask(ask(7, 4))
		s.restart()
		s.kept()
		s.diskWorks()
		s.heal()
		s.ask(ask(7, 4))
	}},
	"a-client-that-leaves-and-a-full-disk": {tell: func(s *tracer) {
		s.ask(ask(3, 3))
		r := ask(7, 4)
		r.OnTokens = func([]int) error { return errors.New("the client has left") }
		s.ask(r)
		s.diskFails("write 1+: no space left")
		s.ask(ask(7, 4))
		s.diskWorks()
		s.save()
	}},
	"a-damaged-checkpoint": {tell: func(s *tracer) {
		s.ask(ask(3, 3))
		s.damage()
		s.restart()
		s.ask(ask(7, 2))
	}},
	"ds4-knows-no-broken-row": {func(s *tracer) {
		s.family = family.DS4{Params: familyds4.Params{Temperature: 1, TopP: 1}, Stream: new(ds4.State(1))}
		s.script.Answer = []int{4, 0, 6, 1, 0, 1, 2}
		s.script.Faults = map[scripted.Place]scripted.Fault{{Kind: model.Decode, Token: 1}: scripted.NaN, {Kind: model.Final, Token: 4}: scripted.NaN}
	}, func(s *tracer) {
		r := engine.Request{}
		r.Prompt, r.MaxTokens = []int{1, 2, 3}, 4
		s.ask(r)
		s.heal()
		r.Prompt, r.MaxTokens = []int{1, 2, 3, 4, 0, 6, 1}, 3
		s.ask(r)
		s.say("stream %016x", uint64(*s.family.(family.DS4).Stream))
	}},
}

// damage changes one bit of every checkpoint.
func (s *tracer) damage() {
	s.say("a bit of every checkpoint is another")
	entries, err := s.memory.List("store")
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range entries {
		data, _ := s.memory.Read("store/" + e.Name)
		data[len(data)-9] ^= 1
		s.memory.Write("store/"+e.Name, data)
	}
}

// TestTraces compares the main stories, line by line, with files that people have read.
func TestTraces(t *testing.T) {
	for name, story := range stories {
		t.Run(name, func(t *testing.T) {
			s := &tracer{t: t, script: conversation, family: family.Qwen{}, names: map[string]string{}}
			s.memory = disktest.NewMemory(s.clock)
			if err := s.memory.Mkdir("chats"); err != nil {
				t.Fatal(err)
			}
			s.volume = &volume{s.memory}
			if story.before != nil {
				story.before(s)
			}
			s.start()
			defer s.stop()
			story.tell(s)
			file := filepath.Join("testdata", "traces", name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(s.out.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))), s.out.String()); d != "" {
				t.Errorf("(-want +got, -update writes it again)\n%s", d)
			}
		})
	}
	files, err := filepath.Glob(filepath.Join("testdata", "traces", "*.txt"))
	if err != nil || len(files) != len(stories) {
		t.Errorf("%d files of %d stories: %v", len(files), len(stories), err)
	}
}
