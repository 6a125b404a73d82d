package pipe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"rowproof/harness"
	"rowproof/oracle"
)

const (
	// bufferSize is what one read takes from the engine: the capacity of a Linux pipe.
	bufferSize = 64 << 10
	// exitDelay is how long a process whose stdout ended may take to say how it ended,
	// and one that ended to let go of stderr.
	exitDelay = time.Second
)

// process is one run of the engine's command. It answers one request at a time; after
// an error that ended it, dead is set and it is of no more use.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	out    *os.File
	lines  *bufio.Reader // of out
	stderr *tail
	exited chan struct{} // closed when it was waited for

	id   int64 // of the last request
	dead bool
}

func startProcess(argv []string, stderrSize int) (*process, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, childIn.Close(), in.Close())
	}
	p := &process{
		cmd: grouped(argv), in: in, out: out, lines: bufio.NewReaderSize(out, bufferSize),
		stderr: &tail{size: stderrSize}, exited: make(chan struct{}),
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = childIn, childOut, p.stderr
	p.cmd.WaitDelay = exitDelay
	err = p.cmd.Start()
	childIn.Close()
	childOut.Close()
	if err != nil {
		p.in.Close()
		p.out.Close()
		return nil, err
	}
	go func() {
		_ = p.cmd.Wait() // how it ended is in ProcessState
		close(p.exited)
	}()
	return p, nil
}

// config asks for the configuration, always the first request.
func (p *process) config(ctx context.Context, timeout time.Duration) (*config, error) {
	p.id++
	fields, err := p.ask(ctx, request{ID: p.id, Command: commandConfig}, timeout)
	if err != nil {
		return nil, err
	}
	return configOf(fields)
}

// answer asks one case.
func (p *process) answer(ctx context.Context, c *oracle.Case, timeout time.Duration) (oracle.Output, error) {
	defer p.stderr.forget()
	p.id++
	r, err := requestOf(p.id, c)
	if err != nil {
		return nil, err
	}
	fields, err := p.ask(ctx, r, timeout)
	if err != nil {
		return nil, err
	}
	a, err := answerOf(fields)
	switch {
	case err != nil:
		return nil, p.fault(harness.Malformed, err)
	case a.Unsupported != nil:
		return nil, harness.Unsupported(*a.Unsupported)
	case a.Error != nil:
		return nil, p.fault(harness.Failed, fmt.Errorf("the engine says: %s", *a.Error))
	}
	out, err := oracle.DecodeWireOutput(c.Group, c.Entry, c.Kind, a.Out)
	if err != nil {
		return nil, p.fault(harness.Malformed, fmt.Errorf("out: %w", err))
	}
	return out, nil
}

// ending says how a process went whose stdout has ended.
func (p *process) ending() string {
	if !p.ended(exitDelay) {
		return "closed its stdout"
	}
	return "ended with " + p.cmd.ProcessState.String()
}

func (p *process) ended(within time.Duration) bool {
	select {
	case <-p.exited:
		return true
	default:
	}
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-timer.C:
		return false
	}
}

// kill ends the process and all it started, and waits until it is gone.
func (p *process) kill() {
	p.dead = true
	killGroup(p.cmd.Process.Pid)
	<-p.exited
	p.in.Close()
	p.out.Close()
}

// close asks the engine to end by closing its stdin, and kills what is still there
// after the grace. The error says that it wrote more, or did not end well by itself.
func (p *process) close(grace time.Duration) error {
	defer p.kill()
	deadline := time.Now().Add(grace)
	p.in.Close()
	if err := p.out.SetReadDeadline(deadline); err != nil {
		return err
	}
	// Enough to show it; an engine that writes without end blocks, and is killed.
	rest, err := io.ReadAll(io.LimitReader(p.lines, bufferSize))
	ended := p.ended(time.Until(deadline))
	switch {
	case len(rest) > 0:
		return p.fault(harness.ExtraAnswer, fmt.Errorf("the engine wrote more than the answer to the last request: %s", excerpt(rest)))
	case !ended:
		return fmt.Errorf("the engine did not end within %s after its stdin was closed, and was killed", grace)
	case !p.cmd.ProcessState.Success():
		return fmt.Errorf("the engine ended with %s%s", p.cmd.ProcessState, p.stderr)
	case err != nil && !errors.Is(err, os.ErrDeadlineExceeded):
		return err
	}
	return nil
}

// fault is an error with its fault and what the engine wrote to stderr.
func (p *process) fault(f harness.Fault, err error) error {
	return faultf(f, "%w%s", err, p.stderr)
}
