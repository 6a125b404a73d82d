package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowproof/harness/inprocess"
	"rowproof/harness/modelmake"
)

// TestPlace: a chat is where all links lead, whether it is there yet or not.
func TestPlace(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{
		os.MkdirAll(at("real/deep"), 0o755),
		os.WriteFile(at("real/talk"), nil, 0o600),
		os.Symlink("real", at("folder")),
		os.Symlink("folder/talk", at("link")),
		os.Symlink(at("link"), at("chain")),
		os.Symlink("folder/new", at("dangling")),
		os.Symlink("dangling", at("twice")),
		os.Symlink("real/deep", at("deep")),
		os.Symlink("deep/../new", at("up")), // up from where deep leads to
		os.Symlink("circle", at("circle")),
		os.Symlink("nowhere/new", at("lost")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"real/talk": "real/talk", "folder/talk": "real/talk", "link": "real/talk", "chain": "real/talk",
		"real/new": "real/new", "folder/new": "real/new", "dangling": "real/new", "twice": "real/new", "up": "real/new",
	} {
		if got, err := place(at(name)); err != nil || got != at(want) {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	for _, name := range []string{"real", "folder", "circle", "lost", "nowhere/talk", "real/talk/under"} {
		if got, err := place(at(name)); err == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
	t.Chdir(dir)
	for name, want := range map[string]string{"new": "new", "link": "real/talk", "dangling": "real/new"} {
		if got, err := place(name); err != nil || got != filepath.FromSlash(want) {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if got, err := place(""); err == nil {
		t.Errorf("no name: %s", got)
	}
}

// running is a chat that waits for its next message.
type running struct {
	stdin     *os.File
	out, errs *screen
	code      chan int
}

// begin starts a chat; answered is called with its first answer.
func begin(t *testing.T, answered func(), args ...string) *running {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := &running{w, newScreen(t, answered), newScreen(t, func() {}), make(chan int, 1)}
	p := newProgram(inprocess.New())
	p.stdin, p.stdout, p.stderr = r, c.out.file, c.errs.file
	go func() { c.code <- p.run(append([]string{"chat", "-n", "4"}, args...)) }()
	return c
}

func (c *running) say(t *testing.T, message string) {
	t.Helper()
	if _, err := c.stdin.WriteString(message + "\n"); err != nil {
		t.Fatal(err)
	}
}

// end ends the input and returns the exit code and what was written.
func (c *running) end() (code int, out, errs string) {
	c.stdin.Close()
	code = <-c.code
	return code, c.out.close(), c.errs.close()
}

// TestTwoChatsAtOnce: each has its file alone, through a link too; the usual store is
// the first one's, and the second does without it.
func TestTwoChatsAtOnce(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	tiny, talk, link := filepath.Join(dir, "tiny"), filepath.Join(dir, "talk"), filepath.Join(dir, "link")
	if err := modelmake.Make(context.Background(), tiny, modelmake.DefaultOptions()); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("talk", link); err != nil {
		t.Fatal(err)
	}
	answered := make(chan struct{})
	one := begin(t, func() { close(answered) }, "--model", tiny, "--file", talk)
	one.say(t, "Hello")
	<-answered

	for _, file := range []string{talk, link} {
		two := begin(t, func() {}, "--model", tiny, "--file", file)
		code, out, errs := two.end()
		if code != exitLocked || out != "" || !strings.Contains(errs, "talk is in use: ") || !strings.Contains(errs, "locked by process ") {
			t.Errorf("%s: exit code %d, %q, %q", file, code, out, errs)
		}
	}
	three := begin(t, func() {}, "--model", tiny, "--file", filepath.Join(dir, "other"))
	three.say(t, "Hello")
	code, out, errs := three.end()
	if code != exitOK || out == "" || !strings.Contains(errs, "locked by process ") || !strings.HasSuffix(errs, "; the chat goes on without it\n") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	four := begin(t, func() {}, "--model", tiny, "--file", filepath.Join(dir, "more"), "--store", storeVar())
	if code, out, errs := four.end(); code != exitLocked || out != "" {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}

	one.say(t, "And then?")
	if code, _, errs := one.end(); code != exitOK || errs != "" {
		t.Errorf("exit code %d, %q", code, errs)
	}
	five := begin(t, func() {}, "--model", tiny, "--file", link, "--trace")
	five.say(t, "Hello")
	if code, _, errs := five.end(); code != exitOK || strings.HasPrefix(errs, "reused 0 ") {
		t.Errorf("exit code %d, %q", code, errs)
	}
}
