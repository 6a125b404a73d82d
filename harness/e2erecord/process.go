package e2erecord

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

var (
	// ErrOracle marks an oracle that is not there, or no longer: it did not start, ended,
	// or wrote what is no answer.
	ErrOracle = errors.New("the oracle does not answer")
	// ErrRefused marks a request that the oracle answered with an error or as unsupported.
	ErrRefused = errors.New("the oracle refused")
)

const (
	maxLine   = 64 << 20 // of an answer
	exitDelay = 2 * time.Second
)

// Oracle is the oracle's Python in some processes, each answering one request at a time.
type Oracle struct {
	versions map[string]string
	all      []*process
	free     chan *process
}

// packages are those that a meta line names.
var packages = []string{"mlx", "numpy", "mtplx", "mlx-lm", "transformers"}

// Start starts the command processes times, and asks for its configuration. What it
// writes to stderr goes to stderr, which may be nil. ctx bounds all that the processes
// do: its end kills them. Close ends them as they should end.
func Start(ctx context.Context, argv []string, processes int, stderr io.Writer) (*Oracle, error) {
	if len(argv) == 0 || processes < 1 {
		return nil, fmt.Errorf("%w: no command", ErrOracle)
	}
	if stderr != nil {
		stderr = &shared{w: stderr}
	}
	o := &Oracle{free: make(chan *process, processes)}
	for range processes {
		p, err := startProcess(ctx, argv, stderr)
		if err != nil {
			return nil, errors.Join(err, o.Close())
		}
		o.all = append(o.all, p)
		o.free <- p
	}
	var config struct {
		Version string            `json:"version"`
		Details map[string]string `json:"details"`
	}
	raw, err := o.all[0].request(ctx, "config", nil)
	if err == nil {
		err = json.Unmarshal(raw, &config)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: config: %w", ErrOracle, err), o.Close())
	}
	o.versions = map[string]string{"mtplx": config.Version}
	for _, name := range packages {
		if v, ok := config.Details[name]; ok {
			o.versions[name] = v
		}
	}
	return o, nil
}

// Versions are those of the packages that the outcome of a run depends on.
func (o *Oracle) Versions() map[string]string { return maps.Clone(o.versions) }

// Ask puts a request to the next free process and gives the `out` of its answer. An error
// wraps ErrRefused if the oracle goes on, else ErrOracle or the end of ctx.
func (o *Oracle) Ask(ctx context.Context, command string, in any) (json.RawMessage, error) {
	var p *process
	select {
	case p = <-o.free:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { o.free <- p }()
	raw, err := p.request(ctx, command, in)
	if err != nil {
		return nil, err
	}
	var a struct {
		Out         json.RawMessage `json:"out"`
		Error       string          `json:"error"`
		Unsupported string          `json:"unsupported"`
	}
	switch err := json.Unmarshal(raw, &a); {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrOracle, err)
	case a.Out == nil:
		return nil, fmt.Errorf("%w: %s%s", ErrRefused, a.Error, a.Unsupported)
	}
	return a.Out, nil
}

// Close closes the stdin of all processes and waits for them. Nothing may be asked any
// more. The error says that one did not end well.
func (o *Oracle) Close() error {
	var errs []error
	for _, p := range o.all {
		errs = append(errs, p.close())
	}
	o.all = nil
	return errors.Join(errs...)
}

// shared is a writer for several processes at once.
type shared struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

// process is one run of the command.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
	id    int64
}

// startProcess has the command lead a process group, so that what it starts ends with it.
func startProcess(ctx context.Context, argv []string, stderr io.Writer) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, argv[0], argv[1:]...)}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.Cancel = p.kill
	p.cmd.WaitDelay = exitDelay
	p.cmd.Stderr = stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.lines = in, bufio.NewScanner(out)
	p.lines.Buffer(nil, maxLine)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOracle, err)
	}
	return p, nil
}

// request writes one line and reads one. The end of ctx kills the process: an answer that
// comes later would be taken for another request's.
func (p *process) request(ctx context.Context, command string, in any) (json.RawMessage, error) {
	p.id++
	line, err := json.Marshal(struct {
		ID      int64  `json:"id"`
		Command string `json:"command"`
		In      any    `json:"in,omitempty"`
	}{p.id, command, in})
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = p.kill() })
	raw, err := p.roundTrip(line)
	if !stop() {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		_ = p.kill()
		return nil, fmt.Errorf("%w: %w", ErrOracle, err)
	}
	return raw, nil
}

func (p *process) roundTrip(line []byte) (json.RawMessage, error) {
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	if !p.lines.Scan() {
		return nil, errors.Join(errors.New("its stdout ended before the answer"), p.lines.Err())
	}
	var said struct {
		ID *int64 `json:"id"`
	}
	raw := append(json.RawMessage(nil), p.lines.Bytes()...)
	if err := json.Unmarshal(raw, &said); err != nil {
		return nil, err
	}
	if said.ID == nil || *said.ID != p.id {
		return nil, fmt.Errorf("no answer to request %d: %.200s", p.id, raw)
	}
	return raw, nil
}

func (p *process) kill() error { return syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

func (p *process) close() error {
	p.in.Close()
	late := time.AfterFunc(exitDelay, func() { _ = p.kill() })
	defer late.Stop()
	return p.cmd.Wait()
}
