package pipe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"rowproof/harness"
)

// excerptSize is how much of a bad line is shown.
const excerptSize = 200

// ask puts one request and waits for its answer. On any error the process is killed:
// what it writes later could be taken for the answer to another request.
func (p *process) ask(ctx context.Context, r request, timeout time.Duration) (map[string]json.RawMessage, error) {
	text, err := line(r)
	if err != nil {
		return nil, err
	}
	fields, err := p.exchange(ctx, r.ID, text, timeout)
	if err == nil {
		return fields, nil
	}
	p.kill()
	if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, context.Cause(ctx)
	}
	var known *harness.FaultError
	if errors.As(err, &known) {
		// The whole of stderr is here only now that the process is gone.
		return nil, p.fault(known.Fault, known.Err)
	}
	return nil, err
}

func (p *process) exchange(ctx context.Context, id int64, text []byte, timeout time.Duration) (map[string]json.RawMessage, error) {
	if err := p.unasked("before this request was written, the engine wrote more than the answer to the one before"); err != nil {
		return nil, err
	}
	raw, err := p.roundTrip(ctx, text, timeout)
	if err != nil {
		return nil, p.explain(err, raw, timeout)
	}
	fields, got, err := fieldsOf(raw)
	switch {
	case err != nil:
		return nil, faultf(harness.Garbage, "%w: %s", err, excerpt(raw))
	case 0 < got && got < id:
		return nil, faultf(harness.ExtraAnswer, "a second answer to request %d, where the answer to %d belongs: %s", got, id, excerpt(raw))
	case got != id:
		return nil, faultf(harness.Garbage, "an answer with id %d to the request with id %d: %s", got, id, excerpt(raw))
	}
	return fields, p.unasked("the engine wrote more than one answer")
}

// roundTrip writes a request and reads a line. Both go on at once: an engine may answer,
// or flood, before it has read all.
func (p *process) roundTrip(ctx context.Context, text []byte, timeout time.Duration) ([]byte, error) {
	deadline := time.Now().Add(timeout)
	if err := errors.Join(p.in.SetWriteDeadline(deadline), p.out.SetReadDeadline(deadline)); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() {
		_ = p.in.SetWriteDeadline(time.Unix(1, 0))
		_ = p.out.SetReadDeadline(time.Unix(1, 0))
	})
	wrote := make(chan error, 1)
	go func() {
		_, err := p.in.Write(text)
		wrote <- err
	}()
	raw, err := readLine(p.lines)
	if err != nil {
		_ = p.in.SetWriteDeadline(time.Unix(1, 0))
	}
	if unread := <-wrote; err == nil && errors.Is(unread, os.ErrDeadlineExceeded) {
		err = unread // answered without reading the request, which is still in the pipe
	}
	if !stop() { // ctx ended: its function runs or ran, and the deadlines are not ours
		return raw, ctx.Err()
	}
	return raw, err
}

// explain turns what stopped roundTrip into a fault.
func (p *process) explain(err error, raw []byte, timeout time.Duration) error {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return faultf(harness.TooSlow, "no answer within %s%s: %w", timeout, unfinished(raw), context.DeadlineExceeded)
	case errors.Is(err, context.DeadlineExceeded):
		return faultf(harness.TooSlow, "no answer in time%s: %w", unfinished(raw), err)
	case errors.Is(err, errLongLine):
		return faultf(harness.Garbage, "a line of more than %d bytes: %s", maxLine, excerpt(raw))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return faultf(harness.Crashed, "the engine %s before it answered%s", p.ending(), unfinished(raw))
	default:
		return err
	}
}

func unfinished(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d bytes of an unfinished line: %s)", len(raw), excerpt(raw))
}

// unasked is a fault if the engine has written anything that no request is waiting for.
func (p *process) unasked(what string) error {
	waiting, err := p.waiting()
	switch {
	case err != nil:
		return err
	case len(waiting) == 0:
		return nil
	case bytes.HasPrefix(bytes.TrimSpace(waiting), []byte("{")):
		return faultf(harness.ExtraAnswer, "%s: %s", what, excerpt(waiting))
	default:
		return faultf(harness.Garbage, "%s: %s", what, excerpt(waiting))
	}
}

// waiting gives what is in the buffer or, without waiting for it, in the pipe.
func (p *process) waiting() ([]byte, error) {
	if n := p.lines.Buffered(); n > 0 {
		return p.lines.Peek(n)
	}
	if err := p.out.SetReadDeadline(time.Time{}); err != nil {
		return nil, err
	}
	conn, err := p.out.SyscallConn()
	if err != nil {
		return nil, err
	}
	buffer, n := make([]byte, excerptSize+1), 0
	var failed error
	err = conn.Read(func(fd uintptr) bool {
		for {
			n, failed = syscall.Read(int(fd), buffer)
			if !errors.Is(failed, syscall.EINTR) {
				return true
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if errors.Is(failed, syscall.EAGAIN) {
		return nil, nil
	}
	return buffer[:max(n, 0)], failed
}

func faultf(f harness.Fault, format string, args ...any) error {
	return &harness.FaultError{Fault: f, Err: fmt.Errorf(format, args...)}
}

// excerpt is the beginning of a line, quoted.
func excerpt(raw []byte) string {
	if len(raw) > excerptSize {
		return fmt.Sprintf("%q...", raw[:excerptSize])
	}
	return fmt.Sprintf("%q", raw)
}
