package pipe

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/sourcegraph/conc/panics"

	"rowproof/harness"
	"rowproof/oracle"
)

// ErrRequest marks a line that is no request: whoever writes them does not speak the
// protocol.
var ErrRequest = errors.New("not a request")

// Serve puts an engine behind a pipe: it answers the requests of in on out until in
// ends, and returns nil then. What goes wrong with one request is its answer. An error
// is a failed read or write, a line without an id (ErrRequest), or the end of ctx; then
// one read of in may still be under way. Serve does not close the engine.
func Serve(ctx context.Context, e harness.Engine, in io.Reader, out io.Writer) error {
	info, err := e.Config(ctx)
	if err != nil {
		return err
	}
	s := server{e, config{Name: info.Name, Version: info.Version, Details: info.Details, Commands: oracle.Groups()}}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	requests := readAll(inner, in)
	for {
		var r read
		select {
		case r = <-requests:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if errors.Is(r.err, io.EOF) {
			return nil
		}
		if r.err != nil {
			return r.err
		}
		text, err := s.reply(ctx, r.line)
		if err != nil {
			return err
		}
		if _, err := out.Write(text); err != nil {
			return err
		}
	}
}

// read is a line, or why there is none.
type read struct {
	line []byte
	err  error
}

// readAll hands out lines until there are no more. A read cannot be interrupted, so it
// happens beside Serve, which can.
func readAll(ctx context.Context, in io.Reader) <-chan read {
	lines := make(chan read)
	go func() {
		buffered := bufio.NewReaderSize(in, bufferSize)
		for {
			line, err := readLine(buffered)
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = nil // the last line needs no newline
			}
			select {
			case lines <- read{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

type server struct {
	engine harness.Engine
	config config
}

// reply is the line that answers a line.
func (s *server) reply(ctx context.Context, raw []byte) ([]byte, error) {
	fields, id, err := fieldsOf(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w: %s", ErrRequest, err, excerpt(raw))
	}
	r, err := readRequest(fields)
	if err != nil {
		return line(refusal(id, err))
	}
	if r.Command == commandConfig {
		c := s.config
		c.ID = id
		return line(c)
	}
	return line(s.answer(ctx, id, r))
}

func readRequest(fields map[string]json.RawMessage) (request, error) {
	var r request
	raw, err := json.Marshal(fields)
	if err != nil {
		return r, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err = d.Decode(&r)
	return r, err
}

func (s *server) answer(ctx context.Context, id int64, r request) answer {
	in, err := oracle.DecodeWireInput(r.Command, r.Entry, r.Kind, r.In)
	if err != nil {
		return refusal(id, err)
	}
	c := &oracle.Case{ID: fmt.Sprintf("request %d", id), Group: r.Command, Kind: r.Kind, Entry: r.Entry, In: in}
	var out oracle.Output
	var raw []byte
	if p := panics.Try(func() {
		if out, err = s.engine.Answer(ctx, c); err == nil {
			raw, err = json.Marshal(out)
		}
	}); p != nil {
		err = p.AsError()
	}
	switch {
	case errors.Is(err, harness.ErrUnsupported):
		reason := err.Error()
		return answer{ID: id, Unsupported: &reason}
	case err != nil:
		return refusal(id, err)
	}
	return answer{ID: id, Out: raw}
}

// refusal is the answer to a request on which the engine broke down.
func refusal(id int64, err error) answer {
	text := err.Error()
	return answer{ID: id, Error: &text}
}
