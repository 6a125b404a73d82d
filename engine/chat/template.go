package chat

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ardanlabs/jinja"
)

// The largest template, more than ten times that of any model that is published, and
// how long one may take. Published ones take milliseconds.
const (
	maxSource = 256 << 10 // bytes
	maxTime   = 2 * time.Second
)

// Template is a chat template in Jinja, as `transformers` renders it. It may be used
// by several goroutines.
//
// The library that renders is more lenient than Jinja: what is undefined counts as
// empty, where it would be an error, and what a loop's body sets is seen by its next
// round. A macro that calls itself without end ends the process: a template is trusted
// as much as the folder that it comes with, whatever messages say.
type Template struct {
	compiled *jinja.Template
	names    map[string]string // of special tokens, such as eos_token
	limit    time.Duration
	stuck    atomic.Bool // a rendering has not come back in time, and may be running still
}

// Message is a part of a conversation.
type Message struct {
	Role    string // "system", "user", "assistant"; which there are is the template's choice
	Content string
}

// New compiles a template. names are variables that it can use besides the messages:
// bos_token, eos_token and so on. An error is an ErrTemplate.
func New(source string, names map[string]string) (*Template, error) {
	if len(source) > maxSource {
		return nil, fmt.Errorf("%w: longer than %d bytes", ErrTemplate, maxSource)
	}
	// Jinja leaves out one newline at the end of a file.
	compiled, err := protected(func() (*jinja.Template, error) { return jinja.Compile(strings.TrimSuffix(source, "\n")) })
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTemplate, err)
	}
	return &Template{compiled: compiled, names: names, limit: maxTime}, nil
}

// Render gives the text of a conversation, with the beginning of an answer if reply
// asks for it. An error is ErrMessages, ErrTemplate, ErrEndless, or why ctx ended.
//
// Nothing can stop a template that does not end. It keeps a processor busy, so it is
// not tried again: every later call is an ErrEndless.
func (t *Template) Render(ctx context.Context, messages []Message, reply bool) (string, error) {
	if len(messages) == 0 {
		return "", fmt.Errorf("%w: no messages", ErrMessages)
	}
	if t.stuck.Load() {
		return "", ErrEndless
	}
	type rendered struct {
		text string
		err  error
	}
	done := make(chan rendered, 1)
	go func() {
		text, err := protected(func() (string, error) { return t.compiled.RenderValues(t.values(messages, reply)) })
		done <- rendered{text, err}
	}()
	limit := time.NewTimer(t.limit)
	defer limit.Stop()
	select {
	case r := <-done:
		if r.err != nil && !errors.Is(r.err, ErrMessages) {
			r.err = fmt.Errorf("%w: %w", ErrTemplate, r.err)
		}
		return r.text, r.err
	case <-limit.C:
		t.stuck.Store(true)
		return "", fmt.Errorf("%w: more than %v", ErrEndless, t.limit)
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

func (t *Template) values(messages []Message, reply bool) map[string]jinja.Value {
	list := make([]jinja.Value, len(messages))
	for i, m := range messages {
		list[i] = jinja.NewDict()
		list[i].AsDict().Set("role", jinja.NewString(m.Role))
		list[i].AsDict().Set("content", jinja.NewString(m.Content))
	}
	values := map[string]jinja.Value{
		"messages":              jinja.NewList(list),
		"add_generation_prompt": jinja.NewBool(reply),
		"tools":                 jinja.None(),
		"documents":             jinja.None(),
		"raise_exception":       jinja.NewCallable("raise_exception", raise),
	}
	for name, text := range t.names {
		values[name] = jinja.NewString(text)
	}
	return values
}

// raise marks what the template itself refuses.
func raise(args []jinja.Value, _ map[string]jinja.Value) (jinja.Value, error) {
	if len(args) == 0 || !args[0].IsString() {
		return jinja.Undefined(), ErrMessages
	}
	return jinja.Undefined(), fmt.Errorf("%w: %s", ErrMessages, args[0].AsString())
}

// protected makes a panic of the library an error.
func protected[T any](do func() (T, error)) (result T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return do()
}
