package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"rowproof/engine"
	"rowproof/engine/chat"
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/device/cpu"
	"rowproof/engine/family"
	"rowproof/engine/folder"
	"rowproof/engine/model"
)

type chatCmd struct {
	Model  string  `required:"" placeholder:"DIR" help:"Folder of the model."`
	File   string  `required:"" placeholder:"FILE" help:"Where the chat is kept; one that is there is gone on with."`
	System string  `placeholder:"TEXT" help:"System prompt."`
	Store  *string `placeholder:"DIR" help:"Folder of the checkpoints of system prompts, which chats share; empty for none (${store})."`

	decodingFlags
}

// Help is shown by chat --help.
func (*chatCmd) Help() string {
	return `A line of standard input is a message; the model answers until the input ends. The chat template
of the model's folder makes prompts of messages.

FILE holds the state behind the last answer, so that a chat that is gone on with computes
nothing again; --trace shows how many tokens of a prompt were reused. A seed gives one answer,
whether the program was started anew before it or not.

One chat at a time has FILE: another one ends with exit code 7. FILE.lock says which process
has it; it stays behind, and means nothing once that process has ended. Where FILE is a
symbolic link, all this is about the file that it leads to.

One process at a time has a store. A chat that was given none and finds the usual one taken
says so and goes on without; with --store it ends with exit code 7.

A broken row of logits ends an answer with an error that names the place. The state that led to
it is in no file any more: FILE is dropped, and with it the checkpoint of its system prompt. At
a terminal the chat then begins anew, otherwise the program ends with exit code 6. A checkpoint
goes from the store of this chat only: one that the same system prompt left in another store,
or in one that this chat went on without, stays there.

Text of a message that spells a control token, such as <|im_end|>, becomes that token, as it
does in transformers. Take care with messages that others wrote.

An answer that cannot be written to standard output ends the chat with exit code 2. FILE may
hold it already.

An interrupt gives up an answer, and the conversation stays as it was before the message. At
a terminal the chat goes on; an interrupt while it waits for a message ends it.

Examples:

    rowproof model make build/tiny
    rowproof chat --model build/tiny --file build/talk --system "Be terse."
    echo "And then?" | rowproof chat --model build/tiny --file build/talk --trace`
}

// Run talks until the input ends.
func (c *chatCmd) Run(ctx context.Context, p *program) (err error) {
	if c.File, err = place(c.File); err != nil {
		return coded(exitUsage, fmt.Errorf("--file: %w", err))
	}
	lock, err := lockChat(c.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	f, err := folder.Open(c.Model, cpu.New())
	if err != nil {
		return coded(exitReceipt, err)
	}
	defer f.Close()
	template, err := chat.Open(c.Model)
	if err != nil {
		return coded(exitReceipt, err)
	}
	talk := chat.NewConversation(template, f.Tokenizer, f.Stop, c.System)
	if err := c.resume(ctx, p, f, talk); err != nil {
		return err
	}
	store, err := c.store(p)
	if err != nil {
		return err
	}
	if store != nil {
		defer func() { err = errors.Join(err, store.Close()) }()
	}
	g, err := engine.New(f.Model, engine.Options{Store: store, Files: disk.Real{}, Log: p.log})
	if err != nil {
		return coded(exitReceipt, err)
	}
	defer g.Close()

	signals := make(chan os.Signal, 8) // a SIGTERM behind interrupts must not be lost
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	if ctx.Err() != nil { // while the model was loaded
		return ctx.Err()
	}
	t := &talking{chatCmd: c, program: p, folder: f, generator: g, talk: talk, signals: signals, asking: isTerminal(p.stdin)}
	// An interrupt ends an answer, not the chat: it comes by signals.
	return t.run(context.WithoutCancel(ctx))
}

// place is where the file is, or will be, behind all symbolic links: a link would be
// replaced by an answer, and left by a failure with the state behind it. What could not
// be written is refused before there is an answer to keep.
func place(file string) (string, error) {
	if file == "" {
		return "", errors.New("a chat needs a file")
	}
	for {
		found, err := filepath.EvalSymlinks(file)
		if err == nil {
			return found, regular(found)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		dir, base := filepath.Split(file)
		if dir == "" {
			dir = "."
		}
		if dir, err = filepath.EvalSymlinks(dir); err != nil {
			return "", err
		}
		info, err := os.Stat(dir)
		if err != nil {
			return "", err
		}
		if !info.IsDir() {
			return "", fmt.Errorf("%s is no folder", dir)
		}
		file = filepath.Join(dir, base)
		// What is left to follow is a link to a file that is not there yet. A circle
		// of them was an error above.
		target, err := os.Readlink(file)
		if err != nil {
			return file, nil //nolint:nilerr // no link
		}
		if !filepath.IsAbs(target) {
			target = dir + string(filepath.Separator) + target
		}
		file = target
	}
}

func regular(file string) error {
	info, err := os.Lstat(file)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", file)
	}
	return nil
}

// lockChat keeps other chats off a file until it is closed.
func lockChat(file string) (io.Closer, error) {
	name := file + ".lock"
	if err := ownLock(name); err != nil {
		return nil, coded(exitUsage, fmt.Errorf("--file: %w", err))
	}
	lock, err := disk.Real{}.Lock(name)
	if errors.Is(err, disk.ErrLocked) {
		return nil, coded(exitLocked, fmt.Errorf("chat %s is in use: %w", file, err))
	}
	if err != nil {
		return nil, coded(exitUsage, fmt.Errorf("--file: %w", err))
	}
	return lock, nil
}

// ownLock refuses a file that is no lock of ours, such as the lock file of a package
// manager or a chat of that name: locking would overwrite it.
func ownLock(name string) error {
	err := regular(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(f, 32)) // more than a process ID has
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if strings.Trim(string(text), "0123456789\n") != "" || len(text) == 32 {
		return fmt.Errorf("%s is needed as a lock, and is something else", name)
	}
	return nil
}

// resume takes over the tokens of the chat's file, if there is one. A file that is
// anything else is left alone.
func (c *chatCmd) resume(ctx context.Context, p *program, f *folder.Folder, talk *chat.Conversation) error {
	saved, err := checkpoint.ReadFile(ctx, disk.Real{}, c.File, family.Qwen{}.Guard)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return coded(exitReceipt, fmt.Errorf("no chat to go on with: %w", err))
	}
	m, ok := f.Model.(model.Persistent)
	if !ok {
		return coded(exitReceipt, fmt.Errorf("%s: %w: its states cannot be kept on disk", c.Model, model.ErrState))
	}
	id, err := m.Identity()
	if err != nil {
		return coded(exitReceipt, err)
	}
	if saved.Model != checkpoint.Identity(id) {
		return coded(exitUsage, fmt.Errorf("%s: a chat with another model", c.File))
	}
	if err := talk.Resume(ctx, saved.Tokens); err != nil {
		return coded(exitUsage, fmt.Errorf("%s: %w", c.File, err))
	}
	p.log.Info("chat goes on", "file", c.File, "tokens", len(saved.Tokens))
	return nil
}

// store is the store of the chat, or nil if it has none.
func (c *chatCmd) store(p *program) (*checkpoint.Store, error) {
	dir := storeVar()
	if c.Store != nil {
		dir = *c.Store
	}
	if dir == "" {
		return nil, nil //nolint:nilnil // no store is a choice
	}
	store, err := p.openStore(dir, 0)
	if c.Store == nil && errors.Is(err, checkpoint.ErrLocked) {
		fmt.Fprintf(p.stderr, "rowproof: %s; the chat goes on without it\n", err)
		return nil, nil //nolint:nilnil // two chats with the defaults are no mistake
	}
	return store, err
}

// storeVar is where checkpoints are kept unless a folder is named; empty where the
// user has no folder for such things.
func storeVar() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "rowproof", "checkpoints")
}
