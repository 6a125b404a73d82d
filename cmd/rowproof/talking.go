package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"rowproof/engine"
	"rowproof/engine/chat"
	"rowproof/engine/folder"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/owner"
	"rowproof/engine/rng/numpy"
)

// errGivenUp is an answer that an interrupt ended.
var errGivenUp = errors.New("interrupted")

// talking is a chat under way.
type talking struct {
	*chatCmd
	*program
	folder    *folder.Folder
	generator *engine.Generator
	talk      *chat.Conversation
	signals   chan os.Signal
	asking    bool  // there is somebody at a terminal
	over      bool  // an interrupt ends the chat
	unsaved   error // why the latest answer is not kept
}

func (t *talking) run(ctx context.Context) error {
	messages := lines(t.stdin)
	for {
		if t.asking {
			fmt.Fprint(t.stderr, "> ")
		}
		var message line
		select {
		case message = <-messages:
		case <-t.signals:
			return context.Canceled
		}
		switch {
		case errors.Is(message.err, io.EOF):
			if t.asking {
				fmt.Fprintln(t.stderr)
			}
			return t.unsaved
		case message.err != nil:
			return coded(exitUsage, message.err)
		case message.text == "":
			continue
		}
		if err := t.turn(ctx, message.text); err != nil {
			return err
		}
	}
}

// turn answers a message. The error ends the chat.
func (t *talking) turn(ctx context.Context, message string) error {
	got, err := t.answer(ctx, message)
	var gone *owner.Forgotten
	if errors.As(err, &gone) {
		t.talk.Forget()
	}
	if err == nil {
		t.reused(got)
	}
	switch {
	case errors.As(err, new(*writeError)):
		return coded(exitUsage, err)
	case t.over && (err == nil || errors.Is(err, errGivenUp)):
		return context.Canceled
	case err == nil:
		return nil
	case t.asking:
		fmt.Fprintf(t.stderr, "rowproof: %s\n", err)
		if t.over {
			return context.Canceled
		}
		if gone != nil {
			fmt.Fprintln(t.stderr, "rowproof: the chat begins anew")
		}
		return nil
	case errors.Is(err, logits.ErrNumerical):
		return coded(exitNumerical, err)
	case errors.Is(err, generate.ErrRequest):
		return coded(exitUsage, err)
	}
	return err
}

// reused says what the chat did not have to compute again.
func (t *talking) reused(got answered) {
	t.log.Info("answered", "reused", got.Reused, "prompt", got.prompt, "tokens", len(got.Tokens))
	if t.Trace {
		fmt.Fprintf(t.stderr, "reused %d of %d tokens\n", got.Reused, got.prompt)
		fmt.Fprintf(t.stderr, "finished: %s\n", t.finished(got.Result))
	}
}

// answered is an answer to a prompt of so many tokens.
type answered struct {
	generate.Result
	prompt int
}

// answer streams the answer to a message and takes both over into the conversation,
// or leaves that as it is.
func (t *talking) answer(ctx context.Context, message string) (answered, error) {
	prompt, system, err := t.talk.Prompt(ctx, message)
	if err != nil {
		return answered{}, coded(exitUsage, err)
	}
	r, err := t.request(t.folder.Model)
	if err != nil {
		return answered{}, coded(exitUsage, err)
	}
	r.Prompt, r.System, r.Stop, r.Known = prompt, system, t.folder.Stop, t.folder.Tokenizer.Has
	// A stream of its own for each answer, so that a chat goes on in the same way
	// after a restart, and each another one.
	r.Stream = numpy.New(t.Seed + uint64(len(t.talk.Tokens())))
	if t.Trace {
		r.OnEvent = func(e generate.Event) { trace(t.stderr, e, r.Sampling.Temperature <= 0) }
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	job, err := t.generator.Submit(ctx, engine.Request{Request: r, Chat: t.File})
	if err != nil {
		return answered{}, err
	}
	last, unshown := t.show(job, cancel)
	if unshown != nil {
		return answered{}, lost(unshown, last)
	}
	if errors.Is(last.Err, context.Canceled) { // a forward may not say why
		return answered{}, context.Cause(ctx)
	}
	if last.Err != nil {
		return answered{}, last.Err
	}
	if errors.As(last.Unsaved, new(*owner.Forgotten)) {
		return answered{}, last.Unsaved
	}
	t.talk.Answered(prompt, last.Result.Tokens)
	if t.unsaved = last.Unsaved; t.unsaved != nil {
		t.unsaved = fmt.Errorf("the chat is not saved: %w", last.Unsaved)
		if t.asking {
			fmt.Fprintf(t.stderr, "rowproof: %s\n", t.unsaved)
		}
	}
	return answered{last.Result, len(prompt)}, nil
}

// show writes the tokens of an answer as they come, and lets an interrupt give it up.
// It returns the last event, and a *writeError if not everything could be written:
// a short answer may be over before it can be given up.
func (t *talking) show(job *engine.Job, cancel context.CancelCauseFunc) (last engine.Event, unshown error) {
	decoder := t.folder.Tokenizer.NewDecoder()
	shown := false
	write := func(text string) {
		if unshown != nil {
			return
		}
		if _, err := io.WriteString(t.stdout, text); err != nil {
			unshown = &writeError{err}
			cancel(unshown)
		}
	}
	events := job.Events()
	for {
		select {
		case s := <-t.signals:
			t.over = t.over || !t.asking || s != os.Interrupt
			cancel(errGivenUp)
		case e, open := <-events:
			if !open {
				return last, unshown
			}
			last = e
			for _, id := range e.Tokens {
				write(decoder.Next(id))
				shown = true
			}
			if e.Kind == engine.Done {
				write(decoder.Rest() + "\n")
			} else if e.Kind == engine.Failed && shown {
				// Half a character of an answer that was cut short is no text.
				write("\n")
			}
		}
	}
}

// lost is the error of an answer that could not be shown, with what else befell it.
func lost(unshown error, last engine.Event) error {
	givenUp := errors.Is(last.Err, context.Canceled) || errors.Is(last.Err, errGivenUp) || errors.As(last.Err, new(*writeError))
	switch {
	case last.Err != nil && !givenUp:
		return fmt.Errorf("%w; %w", unshown, last.Err)
	case last.Unsaved != nil:
		return fmt.Errorf("%w; the chat is not saved: %w", unshown, last.Unsaved)
	}
	return unshown
}

// writeError is an answer that could not be shown.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }
