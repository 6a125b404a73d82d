package engine_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rowproof/engine"
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/checkpoint/disk/disktest"
	"rowproof/engine/family"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/session"
)

const roomForResidents = 3

// books are what must be kept, by text; true: with the draft head's history.
type books struct {
	live, prefix *entry
	chat         string // of the live conversation
	residents    []entry
	stored       map[string]bool
	chats        map[string]entry
	known        map[string]bool // chats whose file this process has read or written
}

type entry struct {
	text string
	head bool
}

func (e *entry) serves(prompt string, history bool) bool {
	return e != nil && strings.HasPrefix(prompt, e.text) && (e.head || !history)
}

// begin says how many tokens a request has in common with what is kept.
func (b *books) begin(prompt, chat string, history bool) int {
	if b.live.serves(prompt, history) && b.chat == chat {
		return len(b.live.text)
	}
	most, at := 0, -1
	for i, e := range b.residents {
		if e.serves(prompt, history) && len(e.text) > most {
			most, at = len(e.text), i
		}
	}
	if at >= 0 {
		used := b.residents[at]
		b.residents = append(slices.Delete(b.residents, at, at+1), used)
	}
	for _, e := range []*entry{b.prefix, b.live} {
		if e.serves(prompt, history) {
			most = max(most, len(e.text))
		}
	}
	for _, e := range []*entry{b.prefix, b.live} {
		if e != nil {
			b.release(e)
			b.residents = append(b.residents, *e)
		}
	}
	b.residents = b.residents[max(0, len(b.residents)-roomForResidents):]
	b.live, b.prefix, b.chat = nil, nil, chat
	for text, head := range b.stored {
		if e := (&entry{text, head}); e.serves(prompt, history) {
			most = max(most, len(text))
		}
	}
	if e, ok := b.chats[chat]; ok {
		b.known[chat] = true
		if e.serves(prompt, history) {
			most = max(most, len(e.text))
		}
	}
	return most
}

// end is a request that succeeded.
func (b *books) end(prompt, answer string, head bool) {
	b.live, b.prefix = &entry{prompt + answer, head}, &entry{prompt, head}
	b.release(b.live)
	b.release(b.prefix)
}

// release is for a text that stands elsewhere: nobody keeps it twice.
func (b *books) release(e *entry) {
	b.residents = slices.DeleteFunc(b.residents, func(r entry) bool { return r.text == e.text && (e.head || !r.head) })
}

// save is what is written then.
func (b *books) save() {
	if b.chat != "" {
		b.chats[b.chat], b.known[b.chat] = *b.live, true
	} else {
		b.stored[b.live.text] = b.stored[b.live.text] || b.live.head
	}
}

// forget is the law: a prefix of what failed goes, whoever has it.
func (b *books) forget(text string) {
	delete(b.chats, b.chat)
	maps.DeleteFunc(b.chats, func(chat string, e entry) bool { return b.known[chat] && strings.HasPrefix(text, e.text) })
	b.live, b.prefix, b.chat = nil, nil, ""
	b.residents = slices.DeleteFunc(b.residents, func(e entry) bool { return strings.HasPrefix(text, e.text) })
	maps.DeleteFunc(b.stored, func(kept string, _ bool) bool { return strings.HasPrefix(text, kept) })
}

// house is a Generator with its disk, and the books about it.
type house struct {
	t         *rapid.T
	model     *talker
	memory    *disktest.Memory
	volume    *volume
	store     *checkpoint.Store
	generator *engine.Generator
	books     books
	texts     []string // of conversations
	failed    *request // the latest one that did
	seconds   int64
}

// volume is a disk whose faults come and go.
type volume struct{ disk.FS }

func (v *volume) fail(t rapid.TB, under *disktest.Memory, rule string) {
	r, err := disktest.ParseRule(rule)
	if err != nil {
		t.Fatal(err)
	}
	v.FS = disktest.NewInject(under, r)
}

type request struct {
	prompt, chat  string
	more          int // tokens asked for
	system, depth int
	lane          generate.Lane
}

func (h *house) clock() time.Time {
	h.seconds++
	return time.Unix(h.seconds, 0)
}

func (h *house) open() {
	var err error
	h.store, err = checkpoint.Open("store", checkpoint.Options{FS: h.volume, Clock: h.clock, Guard: family.Qwen{}.Guard})
	if err == nil {
		h.generator, err = engine.New(h.model, engine.Options{Store: h.store, Files: h.volume, Residents: roomForResidents})
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) close() {
	h.generator.Close()
	if err := h.store.Close(); err != nil {
		h.t.Fatal(err)
	}
}

// ask makes a request and holds what it gives against the books. leave ends it when
// its first tokens are out.
func (h *house) ask(r request, leave bool) {
	committed := r.depth > 0 && r.lane.History == generate.Committed
	want := h.books.begin(r.prompt, r.chat, committed)
	gone, streamed := errors.New("the client has left"), ""
	h.model.prefilled, h.model.broken = 0, 0
	job, err := h.generator.Submit(context.Background(), engine.Request{Chat: chatFile(r.chat), Request: generate.Request{
		Prompt: digits(r.prompt), MaxTokens: r.more, System: r.system, Depth: r.depth, Lane: r.lane, NoCopy: true,
		OnTokens: func(tokens []int) error {
			streamed += textOf(tokens)
			if leave {
				return gone
			}
			return nil
		},
	}})
	if err != nil {
		h.t.Fatal(err)
	}
	var last engine.Event
	for e := range job.Events() {
		last = e
	}
	h.model.rowsUntilFault = 0
	if got := last.Result.Reused; got != want {
		h.t.Fatalf("%d tokens reused of %q, want %d", got, r.prompt, want)
	}
	right := goesOn(r.prompt, r.more)
	if !strings.HasPrefix(right, streamed) {
		h.t.Fatalf("%q goes on with %q, not with %q", r.prompt, right, streamed)
	}
	switch {
	case h.model.broken > 0:
		if !errors.Is(last.Err, logits.ErrNumerical) {
			h.t.Fatalf("a row was broken, the error is %v", last.Err)
		}
		h.books.forget(r.prompt + streamed)
		h.failed = &r
		return
	case leave:
		if !errors.Is(last.Err, gone) {
			h.t.Fatalf("the client left, the error is %v", last.Err)
		}
		return
	case last.Err != nil || streamed != right:
		h.t.Fatalf("%q goes on with %q, not with %q: %v", r.prompt, right, streamed, last.Err)
	case h.model.prefilled != len(r.prompt)-want:
		h.t.Fatalf("%d tokens of %q forwarded, %d reused", h.model.prefilled, r.prompt, want)
	}
	h.books.end(r.prompt, right, committed)
	if last.Unsaved != nil {
		if h.volume.FS == disk.FS(h.memory) {
			h.t.Fatalf("not saved: %v", last.Unsaved)
		}
		return
	}
	if want < r.system && r.system < len(r.prompt) {
		h.books.stored[r.prompt[:r.system]] = committed
	}
	h.books.save()
}

func chatFile(chat string) string {
	if chat == "" {
		return ""
	}
	return "chats/" + chat
}

func (h *house) draw(t *rapid.T) request {
	i := rapid.IntRange(0, len(h.texts)-1).Draw(t, "conversation")
	r := request{
		prompt: h.texts[i] + rapid.StringMatching(`[0-7]{0,2}`).Draw(t, "says"),
		more:   rapid.IntRange(1, 5).Draw(t, "tokens"),
		system: rapid.SampledFrom([]int{0, 1, 2}).Draw(t, "system"),
		depth:  rapid.IntRange(0, 3).Draw(t, "depth"),
		lane:   rapid.SampledFrom(generate.Lanes).Draw(t, "lane"),
		chat:   rapid.SampledFrom([]string{"", "", "a", "b"}).Draw(t, "chat"),
	}
	r.system = min(r.system, len(r.prompt))
	return r
}

// said remembers a conversation, so that it can go on, or fork.
func (h *house) said(t *rapid.T, r request) {
	text := r.prompt + goesOn(r.prompt, r.more)
	if len(text) > 40 {
		text = "12"
	}
	h.texts[rapid.IntRange(0, len(h.texts)-1).Draw(t, "in place of")] = text
}

// check looks at everything that is kept.
func (h *house) check() {
	want := len(h.books.residents)
	for _, e := range []*entry{h.books.live, h.books.prefix} {
		if e != nil {
			want++
		}
	}
	if got, err := h.generator.States(); err != nil || got != want {
		h.t.Fatalf("%d states, want %d: %v", got, want, err)
	}
	var stored []string
	for _, i := range h.store.List() {
		tokens, err := h.store.Tokens(i.Name)
		if err != nil {
			h.t.Fatal(err)
		}
		stored = append(stored, textOf(tokens))
	}
	slices.Sort(stored)
	if d := cmp.Diff(slices.Sorted(maps.Keys(h.books.stored)), stored); d != "" {
		h.t.Fatalf("checkpoints (-want +got):\n%s", d)
	}
	for _, chat := range []string{"a", "b"} {
		s, err := checkpoint.ReadFile(context.Background(), h.memory, chatFile(chat), family.Qwen{}.Guard)
		if e, ok := h.books.chats[chat]; ok != (err == nil) || ok && textOf(s.Tokens) != e.text {
			h.t.Fatalf("chat %s: %v, want %q", chat, err, e.text)
		}
	}
}

// TestHistories holds random histories of conversations against the books: every answer
// is right, as much of it as must be is reused, and exactly what the law says is kept.
func TestHistories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &house{t: t, model: &talker{}, texts: []string{"12", "127", "5"}, books: books{stored: map[string]bool{}, chats: map[string]entry{}, known: map[string]bool{}}}
		h.memory = disktest.NewMemory(h.clock)
		if err := h.memory.Mkdir("chats"); err != nil {
			t.Fatal(err)
		}
		h.volume = &volume{h.memory}
		h.open()
		defer h.close()
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				r := h.draw(t)
				h.ask(r, false)
				h.said(t, r)
			},
			"fail": func(t *rapid.T) {
				r := h.draw(t)
				h.model.rowsUntilFault = rapid.IntRange(1, 8).Draw(t, "row")
				h.ask(r, false)
			},
			"fail on a bad disk": func(t *rapid.T) {
				r := h.draw(t)
				h.model.rowsUntilFault = 1
				h.volume.fail(t, h.memory, rapid.SampledFrom([]string{"remove 1+: permission denied", "create 1+: no space left"}).Draw(t, "disk"))
				h.ask(r, false)
				h.volume.FS = h.memory
			},
			"retry": func(t *rapid.T) {
				if h.failed == nil {
					t.Skip("nothing has failed")
				}
				h.ask(*h.failed, false)
			},
			"leave": func(t *rapid.T) { h.ask(h.draw(t), true) },
			"full disk": func(t *rapid.T) {
				h.volume.fail(t, h.memory, "create 1+: no space left")
				h.ask(h.draw(t), false)
				h.volume.FS = h.memory
			},
			"save": func(t *rapid.T) {
				err := h.generator.Save(context.Background())
				switch {
				case h.books.live == nil:
					if !errors.Is(err, session.ErrNoSnapshot) {
						t.Fatalf("saved nothing: %v", err)
					}
				case err != nil:
					t.Fatal(err)
				default:
					h.books.save()
				}
			},
			"drop": func(t *rapid.T) {
				list := h.store.List()
				if len(list) == 0 {
					t.Skip("nothing is stored")
				}
				name := list[rapid.IntRange(0, len(list)-1).Draw(t, "checkpoint")].Name
				tokens, err := h.store.Tokens(name)
				if err = errors.Join(err, h.store.Drop(name)); err != nil {
					t.Fatal(err)
				}
				delete(h.books.stored, textOf(tokens))
			},
			"restart": func(*rapid.T) {
				h.close()
				h.books.live, h.books.prefix, h.books.chat, h.books.residents = nil, nil, "", nil
				clear(h.books.known)
				h.open()
			},
			"": func(*rapid.T) { h.check() },
		})
	})
}
