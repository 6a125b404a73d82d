package shim

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"rowproof/engine"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/owner"
	"rowproof/engine/rng/numpy"
)

// endpoint is one of the two that generate.
type endpoint struct {
	path           string
	chat           bool
	prefix         string // of IDs
	object, stream string // what a completion and a part of one are called
	tokens         int    // max_tokens unless it is given
}

var (
	chatEndpoint = endpoint{"/v1/chat/completions", true, "chatcmpl-", "chat.completion", "chat.completion.chunk", defaultTokens}
	textEndpoint = endpoint{"/v1/completions", false, "cmpl-", "text_completion", "text_completion", defaultTextOnly}
)

// finishError is the finish_reason of an answer that broke off.
const finishError = "error"

type completionObject struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   *usage   `json:"usage,omitempty"`
	Error   *failure `json:"error,omitempty"`
}

type choice struct {
	Index        int      `json:"index"`
	Message      *message `json:"message,omitempty"`
	Delta        *message `json:"delta,omitempty"`
	Text         *string  `json:"text,omitempty"`
	Logprobs     any      `json:"logprobs"`
	FinishReason *string  `json:"finish_reason"`
}

type message struct {
	Role    string  `json:"role,omitempty"`
	Content *string `json:"content,omitempty"`
}

type usage struct {
	PromptTokens     int           `json:"prompt_tokens"`
	CompletionTokens int           `json:"completion_tokens"`
	TotalTokens      int           `json:"total_tokens"`
	Details          promptDetails `json:"prompt_tokens_details"`
}

type promptDetails struct {
	CachedTokens int `json:"cached_tokens"`
}

// answer is one request under way.
type answer struct {
	*Server
	*endpoint
	params
	prompt
	ctx     context.Context
	writer  http.ResponseWriter
	text    *text
	choices *choices
	id      string
	created int64
	events  <-chan engine.Event
	broken  logits.Row // that failed it; to be read behind the last event
	offsets []int      // where the texts of tokens begin
	scored  int        // tokens whose logprobs are out
}

// piece is a part of an answer.
type piece struct {
	text   string
	scores any // nil without logprobs
}

func (s *Server) completion(e *endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithCancelCause(r.Context())
		defer cancel(nil)
		err := s.answer(ctx, cancel, e, w, r)
		status := http.StatusOK
		if err != nil {
			f := seen(err)
			status = f.status
			if !errors.As(err, new(*begun)) {
				f.write(w)
			}
			s.Log.Debug("request failed", "path", e.path, "status", status, "error", err)
		}
		s.metrics.request(e, status)
	}
}

// begun is an error of an answer that the client has a part of, the error included.
type begun struct{ error }

func (b *begun) Unwrap() error { return b.error }

func (s *Server) answer(ctx context.Context, cancel context.CancelCauseFunc, e *endpoint, w http.ResponseWriter, r *http.Request) error {
	if s.stopping.Err() != nil {
		return errStopping
	}
	f, err := readFields(w, r)
	if err != nil {
		return err
	}
	name := s.Name
	if err := f.into("model", &name, "a string"); err != nil {
		return err
	}
	if err := s.named(name); err != nil {
		return err
	}
	a := &answer{Server: s, endpoint: e, ctx: ctx, writer: w, id: e.prefix + rand.Text(), created: time.Now().Unix()}
	if a.params, err = f.params(e); err != nil {
		return err
	}
	fault, err := planned(r)
	if err != nil {
		return err
	}
	if a.prompt, err = s.prompt(ctx, e, f); err != nil {
		return err
	}
	a.text = newText(s.tokenizer, a.params.stop)
	job, err := s.Generator.Submit(ctx, engine.Request{Request: a.request(), Fault: fault})
	if err != nil {
		return err
	}
	a.events = job.Events()
	// What waits for its turn is given up when the server stops.
	unbind := context.AfterFunc(s.stopping, func() { cancel(errStopping) })
	defer unbind()
	s.metrics.queue.Inc()
	first := <-a.events
	unbind()
	s.metrics.queue.Dec()
	if first.Kind == engine.Failed {
		return a.why(first.Err)
	}
	s.metrics.waited.Observe(first.Waited.Seconds())
	if a.params.stream {
		return a.streamed(cancel)
	}
	return a.plain()
}

func (a *answer) request() generate.Request {
	r := generate.Request{
		Prompt: a.prompt.tokens, System: a.system, Stop: a.Server.stop, Known: a.tokenizer.Has,
		MaxTokens: min(a.maxTokens, a.model.Context()-len(a.prompt.tokens)), // memory is taken for as many
		Sampling:  a.sampling, Presence: a.presence, Frequency: a.frequency, Stream: numpy.New(a.seed),
		Depth: a.Depth, Lane: a.Lane, NoCopy: a.NoCopy,
	}
	if a.logprobs {
		a.choices = &choices{top: a.top}
		r.OnChoice = a.choices.take
	}
	if a.Rows != nil {
		r.OnBroken = func(row logits.Row) { a.broken = row }
	}
	if stops := a.params.stop; len(stops) > 0 {
		// The worker ends the answer by a text of its own: the client's comes later.
		text := newText(a.tokenizer, stops)
		r.OnTokens = func(tokens []int) error {
			for _, id := range tokens {
				if text.next(id); text.ended {
					return generate.ErrEnough
				}
			}
			return nil
		}
	}
	return r
}

// take makes text of tokens that were committed.
func (a *answer) take(tokens []int) piece {
	var b strings.Builder
	for _, id := range tokens {
		if a.text.ended {
			break
		}
		a.offsets = append(a.offsets, a.text.length)
		b.WriteString(a.text.next(id))
	}
	return piece{b.String(), a.scores(a.text.sure())}
}

// rest is what was held back until the end.
func (a *answer) rest() piece {
	text := a.text.rest()
	sure := a.text.length
	if !a.text.ended {
		sure++ // tokens without any text are tokens
	}
	return piece{text, a.scores(sure)}
}

// scores are the logprobs of tokens whose texts begin before a place and that are not
// out yet.
func (a *answer) scores(before int) any {
	if a.choices == nil {
		return nil
	}
	var list []placed
	for ; a.scored < len(a.offsets) && a.offsets[a.scored] < before; a.scored++ {
		list = append(list, placed{a.choices.at(a.scored), a.offsets[a.scored]})
	}
	if a.chat {
		return chatScores(a.tokenizer, list)
	}
	return textScores(a.tokenizer, list)
}

// ended counts what came of the request and returns why it failed, if it did.
func (a *answer) ended(e engine.Event) error {
	err := e.Err
	if errors.As(e.Unsaved, new(*owner.Forgotten)) {
		err = e.Unsaved // a broken value that no row has shown yet
	} else if e.Unsaved != nil {
		a.metrics.unsaved.Inc()
	}
	a.metrics.generated(a.prompt.tokens, e.Result, err)
	if err == nil {
		return nil
	}
	if a.broken.Width() > 0 && errors.Is(err, logits.ErrNumerical) {
		if kept := a.Rows.keep(err, a.broken); kept != nil {
			a.Log.Error("failing row not kept", "error", kept)
		}
	}
	return a.why(err)
}

// why is the error, or what ended the request in its place.
func (a *answer) why(err error) error {
	if errors.Is(err, context.Canceled) {
		return context.Cause(a.ctx)
	}
	return err
}

func (a *answer) usage(r generate.Result) *usage {
	n := len(r.Tokens)
	if a.text.ended {
		n = a.text.tokens
	}
	p := len(a.prompt.tokens)
	return &usage{PromptTokens: p, CompletionTokens: n, TotalTokens: p + n, Details: promptDetails{r.Reused}}
}

func (a *answer) finish(r generate.Result) *string {
	reason := string(r.Finish)
	return &reason
}

func (a *answer) object(kind string, choices ...choice) *completionObject {
	if choices == nil {
		choices = []choice{}
	}
	return &completionObject{ID: a.id, Object: kind, Created: a.created, Model: a.Name, Choices: choices}
}

// plain answers when everything is there.
func (a *answer) plain() error {
	var tokens []int
	for e := range a.events {
		switch e.Kind {
		case engine.Tokens:
			tokens = append(tokens, e.Tokens...)
		case engine.Done, engine.Failed:
			if err := a.ended(e); err != nil {
				return err
			}
			writeJSON(a.writer, http.StatusOK, a.whole(tokens, e.Result))
		}
	}
	return nil
}

func (a *answer) whole(tokens []int, r generate.Result) *completionObject {
	body, rest := a.take(tokens), a.rest()
	text := body.text + rest.text
	c := choice{Logprobs: joined(body.scores, rest.scores), FinishReason: a.finish(r)}
	if a.chat {
		c.Message = &message{"assistant", &text}
	} else {
		c.Text = &text
	}
	o := a.object(a.endpoint.object, c)
	o.Usage = a.usage(r)
	return o
}

func joined(first, second any) any {
	switch first := first.(type) {
	case *chatLogprobs:
		first.Content = append(first.Content, second.(*chatLogprobs).Content...)
	case *textLogprobs:
		more := second.(*textLogprobs)
		first.Tokens = slices.Concat(first.Tokens, more.Tokens)
		first.TokenLogprobs = slices.Concat(first.TokenLogprobs, more.TokenLogprobs)
		first.TopLogprobs = slices.Concat(first.TopLogprobs, more.TopLogprobs)
		first.TextOffset = slices.Concat(first.TextOffset, more.TextOffset)
	}
	return first
}
