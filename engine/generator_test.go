package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine"
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/checkpoint/disk/disktest"
	"rowproof/engine/family"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/owner"
	"rowproof/engine/session"
	"rowproof/harness/scripted"
)

// conversation is one text; its requests end at different places of it.
var conversation = scripted.Script{Prompt: []int{1, 2, 3}, Answer: []int{4, 5, 6, 1, 1, 2, 5, 4, 3, 2, 6, 6, 5, 1, 2, 3, 4, 5, 6, 1, 3, 5}}

func text(n int) []int {
	return append(append([]int{}, conversation.Prompt...), conversation.Answer...)[:n]
}

func store(t *testing.T, dir string) *checkpoint.Store {
	t.Helper()
	s, err := checkpoint.Open(dir, checkpoint.Options{FS: disk.Real{}, Clock: time.Now, Guard: family.Qwen{}.Guard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func generator(t *testing.T, m model.Model, o engine.Options) *engine.Generator {
	t.Helper()
	g, err := engine.New(m, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func ask(n, more int) engine.Request {
	return engine.Request{Request: generate.Request{Prompt: text(n), MaxTokens: more}}
}

// TestATurnAfterARestartGoesOn from the checkpoint that the first process wrote.
func TestATurnAfterARestartGoesOn(t *testing.T) {
	dir := t.TempDir()
	for turn, tc := range []struct{ prompt, more, reused int }{{3, 4, 0}, {9, 5, 7}, {14, 3, 14}} {
		s := store(t, dir)
		g := generator(t, scripted.New(conversation), engine.Options{Store: s})
		got, err := g.Generate(context.Background(), ask(tc.prompt, tc.more))
		if diff := cmp.Diff(text(tc.prompt + tc.more)[tc.prompt:], got.Tokens); diff != "" || err != nil || got.Reused != tc.reused {
			t.Errorf("turn %d: %v, %d reused\n%s", turn, err, got.Reused, diff)
		}
		g.Close()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAFailedConversationLosesEverything, and another one nothing.
func TestAFailedConversationLosesEverything(t *testing.T) {
	s := store(t, t.TempDir())
	script := conversation
	script.Faults = map[scripted.Place]scripted.Fault{{Token: 8}: scripted.NaN}
	g := generator(t, scripted.New(script), engine.Options{Store: s})
	other := engine.Request{Request: generate.Request{Prompt: []int{7, 7}, MaxTokens: 1}}
	for _, r := range []engine.Request{other, ask(3, 4)} {
		if _, err := g.Generate(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(s.List()); n != 2 {
		t.Fatalf("%d checkpoints", n)
	}
	got, err := g.Generate(context.Background(), ask(8, 8))
	var gone *owner.Forgotten
	if !errors.As(err, &gone) || !errors.Is(err, logits.ErrNumerical) || got.Reused != 7 {
		t.Fatalf("%v, %d reused", err, got.Reused)
	}
	if len(gone.Checkpoints) != 1 || gone.Cleanup != nil {
		t.Errorf("forgotten: %+v", gone)
	}
	if err := g.Save(context.Background()); !errors.Is(err, session.ErrNoSnapshot) {
		t.Errorf("an explicit save: %v", err)
	}
	if n := len(s.List()); n != 1 {
		t.Errorf("%d checkpoints left, want the other conversation's", n)
	}
	if got, err := g.Generate(context.Background(), ask(8, 8)); err == nil || got.Reused != 0 {
		t.Errorf("the retry: %v, %d reused", err, got.Reused)
	}
	if got, err := g.Generate(context.Background(), other); err != nil || got.Reused != 2 {
		t.Errorf("the other conversation: %v, %d reused", err, got.Reused)
	}
}

// TestALocalChat has its own file and shares the checkpoint of its system prompt; a
// failure takes both.
func TestALocalChat(t *testing.T) {
	dir := t.TempDir()
	s := store(t, filepath.Join(dir, "store"))
	script := conversation
	script.Faults = map[scripted.Place]scripted.Fault{{Token: 9}: scripted.AllNeg}
	g := generator(t, scripted.New(script), engine.Options{Store: s, Files: disk.Real{}})
	chat := func(n, more int) engine.Request {
		r := ask(n, more)
		r.Chat, r.System = filepath.Join(dir, "chat"), 2
		return r
	}
	if _, err := g.Generate(context.Background(), chat(4, 3)); err != nil {
		t.Fatal(err)
	}
	if list := s.List(); len(list) != 1 || list[0].Tokens != 2 {
		t.Fatalf("checkpoints %+v, want the system prompt's", list)
	}
	if _, err := checkpoint.ReadFile(context.Background(), disk.Real{}, filepath.Join(dir, "chat"), family.Qwen{}.Guard); err != nil {
		t.Fatal(err)
	}
	got, err := g.Generate(context.Background(), chat(8, 8))
	var gone *owner.Forgotten
	if !errors.As(err, &gone) || got.Reused != 7 || len(gone.Chats) != 1 {
		t.Fatalf("%v, %d reused", err, got.Reused)
	}
	if n := len(s.List()); n != 0 {
		t.Errorf("%d checkpoints left", n)
	}
	if _, err := checkpoint.ReadFile(context.Background(), disk.Real{}, filepath.Join(dir, "chat"), family.Qwen{}.Guard); err == nil {
		t.Error("the chat's file is still there")
	}
}

// TestTheQueueIsBounded, and a request that was given up in it costs nothing.
func TestTheQueueIsBounded(t *testing.T) {
	m := scripted.New(conversation)
	g := generator(t, m, engine.Options{Queue: 1})
	release, running := make(chan struct{}), make(chan struct{})
	first := ask(3, 1)
	first.OnTokens = func([]int) error { close(running); <-release; return nil }
	a, err := g.Submit(context.Background(), first)
	if err != nil {
		t.Fatal(err)
	}
	<-running
	ctx, cancel := context.WithCancelCause(context.Background())
	b, err := g.Submit(ctx, ask(3, 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Submit(context.Background(), ask(3, 1)); !errors.Is(err, engine.ErrQueueFull) {
		t.Errorf("a third request: %v", err)
	}
	gone := errors.New("gone")
	cancel(gone)
	close(release)
	if _, err := a.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := b.Wait(); !errors.Is(err, gone) {
		t.Errorf("a request that was given up: %v", err)
	}
	g.Close()
	if _, err := g.Submit(context.Background(), ask(3, 1)); !errors.Is(err, engine.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// TestEventsInOrder of a request that succeeds and of one that fails.
func TestEventsInOrder(t *testing.T) {
	script := conversation
	script.Faults = map[scripted.Place]scripted.Fault{{Token: 4}: scripted.NaN}
	g := generator(t, scripted.New(script), engine.Options{})
	for _, tc := range []struct {
		more int
		want string
	}{{2, "[0 1[4] 1[5] 2]"}, {6, "[0 1[4] 1[5] 1[6] 1[1] 3]"}} {
		j, err := g.Submit(context.Background(), ask(3, tc.more))
		if err != nil {
			t.Fatal(err)
		}
		var seen []string
		for e := range j.Events() {
			word := fmt.Sprint(e.Kind)
			if e.Kind == engine.Tokens {
				word += fmt.Sprint(e.Tokens)
			}
			seen = append(seen, word)
		}
		if got := fmt.Sprint(seen); got != tc.want {
			t.Errorf("%d tokens: %s, want %s", tc.more, got, tc.want)
		}
	}
}

// TestADamagedChatIsSetAside with the reason, and its next request starts cold.
func TestADamagedChatIsSetAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chat")
	if err := os.WriteFile(path, []byte("no checkpoint"), 0o600); err != nil {
		t.Fatal(err)
	}
	g := generator(t, scripted.New(conversation), engine.Options{Files: disk.Real{}})
	r := ask(4, 3)
	r.Chat = path
	if got, err := g.Generate(context.Background(), r); err != nil || got.Reused != 0 {
		t.Fatalf("%v, %d reused", err, got.Reused)
	}
	aside, err := os.ReadFile(path + ".quarantine")
	if err != nil || string(aside) != "no checkpoint" {
		t.Errorf("set aside: %q, %v", aside, err)
	}
	if reason, err := os.ReadFile(path + ".reason"); err != nil || len(reason) == 0 {
		t.Errorf("reason: %q, %v", reason, err)
	}
	if _, err := checkpoint.ReadFile(context.Background(), disk.Real{}, path, family.Qwen{}.Guard); err != nil {
		t.Errorf("the chat as it goes on: %v", err)
	}
}

// TestAPanicEndsItsRequest and nothing else; what the conversation owned goes.
func TestAPanicEndsItsRequest(t *testing.T) {
	s := store(t, t.TempDir())
	g := generator(t, scripted.New(conversation), engine.Options{Store: s})
	if _, err := g.Generate(context.Background(), ask(3, 4)); err != nil {
		t.Fatal(err)
	}
	r := ask(9, 5)
	r.OnTokens = func([]int) error { panic("a callback") }
	j, err := g.Submit(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // Wait says the same again
		if _, err := j.Wait(); !errors.Is(err, engine.ErrPanic) {
			t.Errorf("error %v", err)
		}
	}
	if n := len(s.List()); n != 0 {
		t.Errorf("%d checkpoints left", n)
	}
	if got, err := g.Generate(context.Background(), ask(9, 5)); err != nil || got.Reused != 0 {
		t.Errorf("the next request: %v, %d reused", err, got.Reused)
	}
}

// TestARefusedRequestChangesNothing: it does not even begin.
func TestARefusedRequestChangesNothing(t *testing.T) {
	g := generator(t, scripted.New(conversation), engine.Options{Residents: -1})
	if _, err := g.Generate(context.Background(), ask(3, 4)); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]engine.Request{
		"no tokens":      {Request: generate.Request{Prompt: []int{7}}},
		"a chat nowhere": {Request: generate.Request{Prompt: []int{7}, MaxTokens: 1}, Chat: "chat"},
	} {
		if _, err := g.Generate(context.Background(), r); err == nil {
			t.Errorf("%s: no error", name)
		}
		if n, err := g.States(); n != 2 || err != nil {
			t.Errorf("%s: %d states, %v", name, n, err)
		}
	}
}

// TestTheCallerMayReuseItsSlices: what is forgotten is decided by what was submitted.
func TestTheCallerMayReuseItsSlices(t *testing.T) {
	s := store(t, t.TempDir())
	script := conversation
	script.Faults = map[scripted.Place]scripted.Fault{{Token: 8}: scripted.NaN}
	g := generator(t, scripted.New(script), engine.Options{Store: s})
	if _, err := g.Generate(context.Background(), ask(3, 4)); err != nil {
		t.Fatal(err)
	}
	r := ask(8, 8)
	r.OnTokens = func([]int) error { r.Prompt[0] = 7; return nil }
	if _, err := g.Generate(context.Background(), r); !errors.Is(err, logits.ErrNumerical) || len(s.List()) != 0 {
		t.Errorf("%v, %d checkpoints", err, len(s.List()))
	}
}

// TestAHistoryIsNotReplaced by a state of the same text without one.
func TestAHistoryIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	for turn, depth := range []int{3, 0, 3} {
		s := store(t, dir)
		g := generator(t, scripted.New(conversation), engine.Options{Store: s})
		r := ask(3, 4)
		if turn == 2 {
			r = ask(9, 2)
		}
		r.Depth = depth
		got, err := g.Generate(context.Background(), r)
		if want := map[int]int{2: 7}[turn]; err != nil || got.Reused != want {
			t.Errorf("turn %d: %v, %d reused, want %d", turn, err, got.Reused, want)
		}
		g.Close()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnAnswerThatCouldNotBeKept is right, and says so.
func TestAnAnswerThatCouldNotBeKept(t *testing.T) {
	dir := t.TempDir()
	g := generator(t, scripted.New(conversation), engine.Options{Files: disk.Real{}})
	r := ask(3, 4)
	r.Chat = filepath.Join(dir, "no such folder", "chat")
	got, err := g.Generate(context.Background(), r)
	if diff := cmp.Diff(text(7)[3:], got.Tokens); diff != "" || !errors.Is(err, engine.ErrUnsaved) {
		t.Errorf("%v\n%s", err, diff)
	}
}

// TestAChatThatCannotBeRemovedIsVoid, and so is another one that the failed request
// had begun from.
func TestAChatThatCannotBeRemovedIsVoid(t *testing.T) {
	memory := disktest.NewMemory(time.Now)
	script := conversation
	script.Faults = map[scripted.Place]scripted.Fault{{Token: 8}: scripted.NaN}
	if err := memory.Mkdir("."); err != nil {
		t.Fatal(err)
	}
	volume := &switching{FS: memory}
	g := generator(t, scripted.New(script), engine.Options{Files: volume})
	chat := func(name string, n, more int) engine.Request {
		r := ask(n, more)
		r.Chat = name
		return r
	}
	if _, err := g.Generate(context.Background(), chat("a", 3, 4)); err != nil {
		t.Fatal(err)
	}
	var rules []disktest.Rule
	for _, text := range []string{"create 1+: permission denied", "remove 1+: permission denied"} {
		rule, err := disktest.ParseRule(text)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, rule)
	}
	volume.FS = disktest.NewInject(memory, rules...)
	_, err := g.Generate(context.Background(), chat("b", 8, 8)) // from what chat a has resident
	var gone *owner.Forgotten
	if !errors.As(err, &gone) || len(gone.Chats) != 2 || gone.Cleanup == nil {
		t.Fatalf("error %v", err)
	}
	for _, name := range []string{"a", "b"} {
		if got, _ := g.Generate(context.Background(), chat(name, 8, 8)); got.Reused != 0 {
			t.Errorf("chat %s came back: %d reused", name, got.Reused)
		}
	}
}

// switching is a file system in place of which another can be put.
type switching struct{ disk.FS }
