package pipe

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc/pool"

	"rowproof/harness"
	"rowproof/oracle"
)

var (
	// ErrNoConfig marks a command that is no engine: it could not be started, or did
	// not answer config in time and in form.
	ErrNoConfig = errors.New("the engine gives no configuration")
	// ErrClosed marks a case that was put to a closed engine.
	ErrClosed = errors.New("the engine is closed")
)

// maxFailures is how often in a row an engine may fail to start again before it is
// given up: waiting for a hang to pass once per case would take hours.
const maxFailures = 3

// Options of an engine behind a pipe. The zero value is usable.
type Options struct {
	ConfigTimeout time.Duration // to answer config; 0: 10 s
	CaseTimeout   time.Duration // to answer a case, from when it is written; 0: 30 s
	CloseTimeout  time.Duration // to end by itself after its stdin is closed; 0: 2 s
	Processes     int           // how many run at once, each answering one case at a time; below 1: one
	StderrTail    int           // how many bytes of stderr are kept with an error; 0: 4096
	// Log is told of starts, restarts and ends: a message and pairs of name and value.
	// Nil: nobody is. It is called from several goroutines.
	Log func(msg string, args ...any)
}

func (o *Options) fill() {
	fill(&o.ConfigTimeout, 10*time.Second)
	fill(&o.CaseTimeout, 30*time.Second)
	fill(&o.CloseTimeout, 2*time.Second)
	fill(&o.StderrTail, 4096)
	o.Processes = max(o.Processes, 1)
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
}

func fill[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Engine is an engine behind a command. It implements harness.Engine and keeps the
// deadline of a case itself (harness.SelfTimed).
//
// A process that crashed, hung, wrote garbage or answered twice is killed with its
// process group, and started again for the next case. The error of such a case is a
// *harness.FaultError; what the engine wrote to stderr follows its first line.
type Engine struct {
	argv     []string
	o        Options
	config   *config
	slots    chan *slot // those that answer nothing just now
	closing  chan struct{}
	restarts atomic.Int64

	once     sync.Once
	closeErr error
}

// slot is a place for a process. The process is nil from when it was killed until it
// is needed again.
type slot struct {
	process  *process
	failures int // to start it, in a row
}

// Start starts a command and asks it for its configuration. ctx bounds the start alone;
// Close ends the engine. An error wraps ErrNoConfig, or is the end of ctx.
func Start(ctx context.Context, argv []string, o Options) (*Engine, error) {
	if len(argv) == 0 {
		return nil, fmt.Errorf("%w: empty command", ErrNoConfig)
	}
	o.fill()
	e := &Engine{argv: argv, o: o, slots: make(chan *slot, o.Processes), closing: make(chan struct{})}
	configs := make([]*config, o.Processes)
	starts := pool.New().WithErrors().WithFirstError()
	for i := range o.Processes {
		starts.Go(func() error {
			s := &slot{}
			var err error
			s.process, configs[i], err = e.open(ctx)
			e.slots <- s
			return err
		})
	}
	err := starts.Wait()
	e.config = configs[0]
	for _, c := range configs {
		if err == nil {
			err = e.same(c)
		}
	}
	if err != nil {
		_ = e.Close() // the error of the start is the one to tell
		return nil, err
	}
	return e, nil
}

// open starts a process and asks for its configuration.
func (e *Engine) open(ctx context.Context) (*process, *config, error) {
	p, err := startProcess(e.argv, e.o.StderrTail)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrNoConfig, err)
	}
	c, err := p.config(ctx, e.o.ConfigTimeout)
	if err == nil {
		e.o.Log("engine started", "pid", p.cmd.Process.Pid, "name", c.Name, "version", c.Version)
		return p, c, nil
	}
	p.kill()
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	return nil, nil, fmt.Errorf("%w: %w", ErrNoConfig, err)
}

// same refuses a process that is another engine than the first: the report names one.
func (e *Engine) same(c *config) error {
	if reflect.DeepEqual(e.config, c) {
		return nil
	}
	return fmt.Errorf("%w: it calls itself %s %s and, started again, %s %s, or what it supports has changed",
		ErrNoConfig, e.config.Name, e.config.Version, c.Name, c.Version)
}

// Config is how the engine named itself when it was started.
func (e *Engine) Config(context.Context) (harness.Info, error) { return e.config.info(), nil }

// Commands are the groups the engine said it supports.
func (e *Engine) Commands() []string { return slices.Clone(e.config.Commands) }

// Restarts is how often a process had to be started again.
func (e *Engine) Restarts() int { return int(e.restarts.Load()) }

// SelfTimed marks the engine as a harness.SelfTimed.
func (*Engine) SelfTimed() {}

// Answer puts a case to the next free process. A group that the engine did not list is
// unsupported without asking.
func (e *Engine) Answer(ctx context.Context, c *oracle.Case) (oracle.Output, error) {
	if !slices.Contains(e.config.Commands, c.Group) {
		return nil, harness.Unsupported(fmt.Sprintf("the engine does not list %q among its commands", c.Group))
	}
	var s *slot
	select {
	case s = <-e.slots:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-e.closing:
		return nil, ErrClosed
	}
	defer func() { e.slots <- s }()
	if ctx.Err() != nil { // both were true, and select took the slot
		return nil, context.Cause(ctx)
	}
	if err := e.ready(ctx, s); err != nil {
		return nil, err
	}
	out, err := s.process.answer(ctx, c, e.o.CaseTimeout)
	if s.process.dead {
		e.o.Log("engine killed", "pid", s.process.cmd.Process.Pid, "case", c.ID, "because", err)
		s.process = nil
	}
	return out, err
}

// ready starts the process of a slot again if it was killed.
func (e *Engine) ready(ctx context.Context, s *slot) error {
	if s.process != nil {
		return nil
	}
	if s.failures == maxFailures {
		return faultf(harness.Crashed, "not asked: the engine failed to start again %d times", maxFailures)
	}
	p, c, err := e.open(ctx)
	if err == nil {
		if err = e.same(c); err != nil {
			p.kill()
		}
	}
	switch {
	case ctx.Err() != nil && err != nil:
		return err
	case err != nil:
		s.failures++
		return faultf(harness.Crashed, "not asked: the engine does not start again: %w", err)
	}
	s.process, s.failures = p, 0
	e.restarts.Add(1)
	return nil
}

// Close ends all processes: it closes their stdin, waits for them, and kills those that
// remain. It waits for cases under way. The error says that an engine wrote more than it
// was asked for (a *harness.FaultError) or did not end well by itself; the processes are
// gone in any case.
func (e *Engine) Close() error {
	e.once.Do(func() {
		close(e.closing)
		ends := pool.New().WithErrors()
		for range e.o.Processes {
			s := <-e.slots
			if s.process == nil {
				continue
			}
			ends.Go(func() error { return s.process.close(e.o.CloseTimeout) })
		}
		e.closeErr = ends.Wait()
	})
	return e.closeErr
}
