package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
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
	Model  string `required:"" placeholder:"DIR" help:"Folder of the model."`
	File   string `required:"" placeholder:"FILE" help:"Where the chat is kept; one that is there is gone on with."`
	System string `placeholder:"TEXT" help:"System prompt."`
	Store  string `default:"${store}" placeholder:"DIR" help:"Folder of the checkpoints of system prompts, which chats share; empty for none (${default})."`

	decodingFlags
}

// Help is shown by chat --help.
func (*chatCmd) Help() string {
	return `A line of standard input is a message; the model answers until the input ends. The chat template
of the model's folder makes prompts of messages.

FILE holds the state behind the last answer, so that a chat that is gone on with computes
nothing again; --trace shows how many tokens of a prompt were reused. A seed gives one answer,
whether the program was started anew before it or not.

A broken row of logits ends an answer with an error that names the place. The state that led to
it is in no file any more: FILE is dropped, and with it the checkpoint of its system prompt. At
a terminal the chat then begins anew, otherwise the program ends with exit code 6.

An interrupt gives up an answer, and the conversation stays as it was before the message. At
a terminal the chat goes on; an interrupt while it waits for a message ends it.

Examples:

    rowproof model make build/tiny
    rowproof chat --model build/tiny --file build/talk --system "Be terse."
    echo "And then?" | rowproof chat --model build/tiny --file build/talk --trace`
}

// Run talks until the input ends.
func (c *chatCmd) Run(ctx context.Context, p *program) (err error) {
	if err := place(c.File); err != nil {
		return coded(exitUsage, err)
	}
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

	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	if ctx.Err() != nil { // while the model was loaded
		return ctx.Err()
	}
	t := &talking{chatCmd: c, program: p, folder: f, generator: g, talk: talk, signals: signals, asking: isTerminal(p.stdin)}
	// An interrupt ends an answer, not the chat: it comes by signals.
	return t.run(context.WithoutCancel(ctx))
}

// place refuses a file that could not be written, before there is an answer to keep.
func place(file string) error {
	dir := filepath.Dir(file)
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("--file: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("--file: %s is no folder", dir)
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
	if c.Store == "" {
		return nil, nil //nolint:nilnil // no store is a choice
	}
	return p.openStore(c.Store, 0)
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
