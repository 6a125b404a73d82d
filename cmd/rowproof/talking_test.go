package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/hashicorp/go-hclog"

	"rowproof/engine"
	"rowproof/engine/chat"
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/device/cpu"
	"rowproof/engine/family"
	"rowproof/engine/folder"
	"rowproof/engine/logits"
	"rowproof/engine/owner"
	"rowproof/harness/modelmake"
)

// screen is what a program writes, and a hook for its first bytes.
type screen struct {
	file *os.File
	text chan string
}

func newScreen(t *testing.T, first func()) *screen {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{w, make(chan string, 1)}
	go func() {
		var all bytes.Buffer
		buf := make([]byte, 4096)
		for {
			n, err := r.Read(buf)
			if n > 0 && all.Len() == 0 {
				first()
			}
			all.Write(buf[:n])
			if err != nil {
				r.Close()
				s.text <- all.String()
				return
			}
		}
	}()
	return s
}

// close ends the writing and returns what was written.
func (s *screen) close() string {
	s.file.Close()
	return <-s.text
}

// atTerminal is a chat with a made model, as if somebody sat at a terminal.
func atTerminal(t *testing.T, poison string, first func(*talking)) (*talking, *screen, *screen) {
	t.Helper()
	dir := t.TempDir()
	o := modelmake.DefaultOptions()
	var err error
	if o.Poison, err = modelmake.ParseTriggers(poison); err != nil {
		t.Fatal(err)
	}
	if err := modelmake.Make(context.Background(), filepath.Join(dir, "model"), o); err != nil {
		t.Fatal(err)
	}
	f, err := folder.Open(filepath.Join(dir, "model"), cpu.New())
	if err != nil {
		t.Fatal(err)
	}
	template, err := chat.Open(filepath.Join(dir, "model"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.New(f.Model, engine.Options{Files: disk.Real{}})
	if err != nil {
		t.Fatal(err)
	}
	c := &chatCmd{File: filepath.Join(dir, "talk")}
	c.Mode, c.Depth, c.Lane, c.Copy, c.MaxTokens = "auto", 3, "capture_commit+committed", true, 8
	talk := &talking{
		chatCmd: c, folder: f, generator: g, asking: true, signals: make(chan os.Signal, 2),
		talk: chat.NewConversation(template, f.Tokenizer, f.Stop, ""),
	}
	out, errs := newScreen(t, func() { first(talk) }), newScreen(t, func() {})
	talk.program = &program{stdout: out.file, stderr: errs.file, log: hclog.NewNullLogger()}
	t.Cleanup(func() {
		g.Close()
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return talk, out, errs
}

func nothing(*talking) {}

// saved are the tokens in the chat's file.
func saved(t *testing.T, c *talking) []int {
	t.Helper()
	s, err := checkpoint.ReadFile(context.Background(), disk.Real{}, c.File, family.Qwen{}.Guard)
	if err != nil {
		t.Fatal(err)
	}
	return s.Tokens
}

func TestEveryTokenSaidBeforeIsReused(t *testing.T) {
	c, out, errs := atTerminal(t, "", nothing)
	for range 3 {
		before := c.talk.Tokens()
		got, err := c.answer(context.Background(), "go on")
		if err != nil || got.Reused != len(before) {
			t.Errorf("%v; %d tokens reused, %d said", err, got.Reused, len(before))
		}
		if !slices.Equal(saved(t, c), c.talk.Tokens()) {
			t.Error("the file has another conversation")
		}
	}
	if n := strings.Count(out.close(), "\n"); n != 3 {
		t.Errorf("%d lines", n)
	}
	errs.close()
}

// TestAnInterruptGivesUpTheAnswer and nothing else.
func TestAnInterruptGivesUpTheAnswer(t *testing.T) {
	c, out, errs := atTerminal(t, "", func(c *talking) { c.signals <- os.Interrupt })
	c.MaxTokens, c.folder.Stop = 3000, nil
	if err := c.turn(context.Background(), "talk and talk"); err != nil {
		t.Fatal(err)
	}
	if !c.talk.Empty() {
		t.Error("the answer that was given up is in the conversation")
	}
	if _, err := os.Stat(c.File); err == nil {
		t.Error("it was saved")
	}
	c.MaxTokens = 4
	if err := c.turn(context.Background(), "again"); err != nil || c.talk.Empty() {
		t.Errorf("the next message: %v", err)
	}
	if text := errs.close(); text != "rowproof: interrupted\n" {
		t.Errorf("said %q", text)
	}
	if text := out.close(); strings.Count(text, "\n") != 2 || !strings.HasSuffix(text, "\n") {
		t.Errorf("answers %q", text)
	}
}

// TestAwayFromATerminalAnInterruptEndsTheChat with what was said before.
func TestAwayFromATerminalAnInterruptEndsTheChat(t *testing.T) {
	c, out, errs := atTerminal(t, "", func(c *talking) { c.signals <- os.Interrupt })
	c.asking, c.MaxTokens, c.folder.Stop = false, 3000, nil
	if err := c.turn(context.Background(), "talk and talk"); !errors.Is(err, context.Canceled) || !c.talk.Empty() {
		t.Errorf("%v", err)
	}
	out.close()
	errs.close()
}

// TestAnInterruptBehindATerminationTakesNothingBack.
func TestAnInterruptBehindATerminationTakesNothingBack(t *testing.T) {
	c, out, errs := atTerminal(t, "", nothing)
	c.MaxTokens, c.folder.Stop = 3000, nil
	c.signals <- syscall.SIGTERM
	c.signals <- os.Interrupt
	if err := c.turn(context.Background(), "talk and talk"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	out.close()
	errs.close()
}

// TestABrokenRowBehindATerminationTakesNothingBack: both are said.
func TestABrokenRowBehindATerminationTakesNothingBack(t *testing.T) {
	c, out, errs := atTerminal(t, "nan:301", nothing)
	c.over = true
	if err := c.turn(context.Background(), "{t301}"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	out.close()
	if text := errs.close(); !strings.Contains(text, "non-finite logits") || strings.Contains(text, "begins anew") {
		t.Errorf("said %q", text)
	}
}

// TestAnAnswerThatCannotBeShownEndsTheChat, however short it is.
func TestAnAnswerThatCannotBeShownEndsTheChat(t *testing.T) {
	for _, tokens := range []int{1, 3000} {
		c, out, errs := atTerminal(t, "", nothing)
		unwritable, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		defer unwritable.Close()
		c.stdout, c.MaxTokens, c.folder.Stop = unwritable, tokens, nil
		if err := c.turn(context.Background(), "Hello"); exitCode(err) != exitUsage || !c.talk.Empty() {
			t.Errorf("%d tokens: exit code %d: %v", tokens, exitCode(err), err)
		}
		out.close()
		errs.close()
	}
}

// TestLost: a failure is not hidden by an answer that could not be shown, and giving
// the answer up is none.
func TestLost(t *testing.T) {
	unshown := &writeError{syscall.ENOSPC}
	unsaved := errors.New("no room")
	for _, tc := range []struct {
		last engine.Event
		also error
	}{
		{engine.Event{}, nil},
		{engine.Event{Err: context.Canceled}, nil},
		{engine.Event{Err: errGivenUp}, nil},
		{engine.Event{Err: unshown}, nil},
		{engine.Event{Err: logits.ErrNumerical}, logits.ErrNumerical},
		{engine.Event{Unsaved: unsaved}, unsaved},
	} {
		err := lost(unshown, tc.last)
		if !errors.Is(err, unshown) || tc.also == nil && err.Error() != unshown.Error() || tc.also != nil && !errors.Is(err, tc.also) {
			t.Errorf("%+v: %v", tc.last, err)
		}
	}
}

func TestAnInterruptAtThePromptEndsTheChat(t *testing.T) {
	c, out, errs := atTerminal(t, "", nothing)
	r, w, err := os.Pipe() // nobody writes
	if err != nil {
		t.Fatal(err)
	}
	c.stdin = r
	c.signals <- os.Interrupt
	if err := c.run(context.Background()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	w.Close()
	out.close()
	errs.close()
}

// TestAtATerminalAChatThatFailedBeginsAnew.
func TestAtATerminalAChatThatFailedBeginsAnew(t *testing.T) {
	c, out, errs := atTerminal(t, "nan:301", nothing)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.stdin = r
	if _, err := io.WriteString(w, "Hello\n{t301}\nHello\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if err := c.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(out.close(), "\n")
	if len(answers) != 4 || answers[0] != answers[2] {
		t.Errorf("answers %q, want the first and the last alike", answers)
	}
	text := errs.close()
	if !strings.Contains(text, "dropped: ") || !strings.Contains(text, c.File) || !strings.Contains(text, "rowproof: the chat begins anew\n") {
		t.Errorf("said %q", text)
	}
	if !slices.Equal(saved(t, c), c.talk.Tokens()) {
		t.Error("the file has another conversation")
	}
}

// TestAnAnswerThatCannotBeSavedIsAnAnswer, and the chat's end says so.
func TestAnAnswerThatCannotBeSavedIsAnAnswer(t *testing.T) {
	c, out, errs := atTerminal(t, "", nothing)
	c.File = filepath.Join(filepath.Dir(c.File), "nowhere", "talk")
	c.asking = false
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.stdin = r
	if _, err := io.WriteString(w, "Hello\nAnd then?\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	err = c.run(context.Background())
	if exitCode(err) != exitFailed || !strings.Contains(err.Error(), "the chat is not saved: ") || errors.As(err, new(*owner.Forgotten)) {
		t.Error(err)
	}
	if n := strings.Count(out.close(), "\n"); n != 2 {
		t.Errorf("%d answers", n)
	}
	errs.close()
}
