package shim

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"rowproof/engine"
)

// writeTime is how long a client may take to read what it is sent.
const writeTime = 30 * time.Second

// streamed answers with server-sent events, from the first token on. Nothing is sent
// before it, so a failure until then has its own status.
func (a *answer) streamed(cancel context.CancelCauseFunc) error {
	s := &stream{answer: a, control: http.NewResponseController(a.writer)}
	for e := range a.events {
		switch e.Kind {
		case engine.Tokens:
			if s.err == nil {
				s.part(a.take(e.Tokens))
			}
		case engine.Done, engine.Failed:
			if err := a.ended(e); err != nil {
				return s.broken(err)
			}
			s.end(e)
		}
		if s.err != nil {
			cancel(s.gone()) // nobody reads this
		}
	}
	if s.err != nil {
		return &begun{s.gone()}
	}
	return nil
}

// stream is the events of one answer.
type stream struct {
	*answer
	control *http.ResponseController
	open    bool  // the client has the status
	err     error // the client is gone
}

// gone is a client that could not be written to as one that has left.
func (s *stream) gone() error { return fmt.Errorf("%w: %w", context.Canceled, s.err) }

// begin sends the status and, in a chat, who speaks.
func (s *stream) begin() {
	if s.open {
		return
	}
	s.open = true
	h := s.writer.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	// A stream that breaks off ends with its connection.
	h.Set("Connection", "close")
	s.writer.WriteHeader(http.StatusOK)
	if s.chat {
		empty := ""
		s.send(s.object(s.endpoint.stream, choice{Delta: &message{"assistant", &empty}}))
	}
}

// part sends a piece of the answer; text that is held back comes with a later one.
func (s *stream) part(p piece) {
	s.begin()
	if p.text != "" {
		s.send(s.object(s.endpoint.stream, s.choice(p)))
	}
}

func (s *stream) choice(p piece) choice {
	c := choice{Logprobs: p.scores}
	if s.chat {
		c.Delta = &message{Content: &p.text}
	} else {
		c.Text = &p.text
	}
	return c
}

// last is the choice that says why the answer ends.
func (s *stream) last(reason *string) choice {
	c := choice{FinishReason: reason}
	if s.chat {
		c.Delta = &message{}
	} else {
		c.Text = new("")
	}
	return c
}

func (s *stream) end(e engine.Event) {
	if s.err != nil {
		return
	}
	s.part(s.rest())
	s.send(s.object(s.endpoint.stream, s.last(s.finish(e.Result))))
	if s.params.usage {
		o := s.object(s.endpoint.stream)
		o.Usage = s.usage(e.Result)
		s.send(o)
	}
	s.data([]byte("[DONE]"))
}

// broken ends a stream with the error as its last event. A client that waits for
// [DONE] waits in vain.
func (s *stream) broken(err error) error {
	if !s.open {
		return err
	}
	if s.err == nil {
		reason := finishError
		o := s.object(s.endpoint.stream, s.last(&reason))
		o.Error = seen(err)
		s.send(o)
	}
	return &begun{err}
}

func (s *stream) send(o *completionObject) {
	data, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Errorf("%w: %w", http.ErrAbortHandler, err))
	}
	s.data(data)
}

func (s *stream) data(data []byte) {
	if s.err != nil {
		return
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(writeTime)) // no connection, no deadline
	if _, s.err = fmt.Fprintf(s.writer, "data: %s\n\n", data); s.err == nil {
		s.err = s.control.Flush()
	}
}
