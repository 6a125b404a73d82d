package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/sourcegraph/conc/panics"

	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/family"
	"rowproof/engine/fault"
	"rowproof/engine/generate"
	"rowproof/engine/model"
	"rowproof/engine/owner"
	"rowproof/engine/session"
)

// Options are what a Generator works with. The zero value keeps the live conversation
// only.
type Options struct {
	Family    family.Family     // nil: Qwen
	Store     *checkpoint.Store // nil: nothing is kept on disk. The Generator does not close it.
	Files     disk.FS           // for local chats; nil: there are none
	Residents int               // states kept in memory beside the live conversation; 0: DefaultResidents, below 0: none
	Queue     int               // requests that may wait; below 1: one
	Clock     func() time.Time  // nil: time.Now
	Log       hclog.Logger      // nil logs nothing
}

// DefaultResidents is how many states are kept in memory unless something else is asked.
const DefaultResidents = 8

// Generator is one model that answers requests one after the other. Its methods may be
// called from several goroutines.
type Generator struct {
	model   model.Model
	family  family.Family
	shelves owner.Shelves
	owner   *owner.Owner // of the live conversation; the worker's
	clock   func() time.Time
	log     hclog.Logger

	mu     sync.RWMutex // held for reading while something is put into queue
	closed bool
	queue  chan func()
	done   chan struct{} // closed when the worker has ended
}

// New starts a Generator. A model whose states are to be kept on disk must be
// model.Persistent.
func New(m model.Model, o Options) (*Generator, error) {
	m, _ = fault.Wrap(m, fault.Plan{}) // states outlive a request: they are of the model as it is wrapped
	if o.Residents == 0 {
		o.Residents = DefaultResidents
	}
	g := &Generator{
		model: m, family: o.Family, clock: o.Clock, log: o.Log,
		shelves: owner.Shelves{Residents: session.NewResidents(o.Residents), Store: o.Store, Files: o.Files},
		queue:   make(chan func(), max(1, o.Queue)), done: make(chan struct{}),
	}
	if g.family == nil {
		g.family = family.Qwen{}
	}
	if g.clock == nil {
		g.clock = time.Now
	}
	if g.log == nil {
		g.log = hclog.NewNullLogger()
	}
	if o.Store != nil || o.Files != nil {
		p, ok := m.(model.Persistent)
		if !ok {
			return nil, fmt.Errorf("%w: its states cannot be kept on disk", model.ErrState)
		}
		id, err := p.Identity()
		if err != nil {
			return nil, err
		}
		g.shelves.Model = id
	}
	g.owner = owner.New(&g.shelves)
	go g.work()
	return g, nil
}

// Submit puts a request into the queue. It does not wait: a full queue is an
// ErrQueueFull. When ctx ends, the request fails at the next forward, or when its turn
// comes.
func (g *Generator) Submit(ctx context.Context, r Request) (*Job, error) {
	r.Prompt, r.Stop = slices.Clone(r.Prompt), slices.Clone(r.Stop) // they decide what is forgotten
	// Every token can be an event of its own; before and behind them are one each.
	room := max(0, min(r.MaxTokens, g.model.Context())) + 2
	j := &Job{ctx: ctx, request: r, events: make(chan Event, room), since: g.clock()}
	return j, g.enqueue(func() { g.answer(j) })
}

// Generate is Submit and Wait.
func (g *Generator) Generate(ctx context.Context, r Request) (generate.Result, error) {
	j, err := g.Submit(ctx, r)
	if err != nil {
		return generate.Result{}, err
	}
	return j.Wait()
}

// Save keeps the live conversation on disk, behind the requests that wait. There is
// nothing to save after a failure: session.ErrNoSnapshot.
func (g *Generator) Save(ctx context.Context) error {
	saved := make(chan error, 1)
	if err := g.enqueue(func() { saved <- g.saveLive(ctx) }); err != nil {
		return err
	}
	return <-saved
}

// States is the number of states in memory: of the live conversation and resident ones.
// It is counted behind the requests that wait.
func (g *Generator) States() (int, error) {
	counted := make(chan int, 1)
	if err := g.enqueue(func() { counted <- len(g.owner.Live.States()) + g.shelves.Residents.Len() }); err != nil {
		return 0, err
	}
	return <-counted, nil
}

// Close answers what waits and ends the worker. Nothing may be submitted any more.
func (g *Generator) Close() {
	g.mu.Lock()
	if !g.closed {
		g.closed = true
		close(g.queue)
	}
	g.mu.Unlock()
	<-g.done
}

func (g *Generator) enqueue(task func()) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return ErrClosed
	}
	select {
	case g.queue <- task:
		return nil
	default:
		return ErrQueueFull
	}
}

// work is the one goroutine that touches the model, the owner and the disk.
func (g *Generator) work() {
	defer close(g.done)
	for task := range g.queue {
		task()
	}
	if g.owner.Frontier != "" { // the store may have another user after this one
		g.shelves.Store.Unpin(g.owner.Frontier)
	}
}

// answer is one request from its turn to its end.
func (g *Generator) answer(j *Job) {
	defer close(j.events)
	if j.ctx.Err() != nil {
		j.emit(Event{Kind: Failed, Err: context.Cause(j.ctx)})
		return
	}
	j.emit(Event{Kind: Started, Waited: g.clock().Sub(j.since)})
	result, err := g.run(j)
	if err != nil {
		// After a panic nobody knows what is whole.
		if g.family.Forgets(err) || errors.Is(err, ErrPanic) {
			g.owner.Text = append(append([]int(nil), j.request.Prompt...), result.Tokens...)
			err = g.owner.Forget(err)
			g.log.Error("conversation forgotten", "error", err)
		}
		j.emit(Event{Kind: Failed, Result: result, Err: err})
		return
	}
	// The answer is complete: a client that leaves now does not keep it from being saved.
	unsaved := g.commit(context.WithoutCancel(j.ctx), result)
	j.emit(Event{Kind: Done, Result: result, Unsaved: unsaved})
}

func (g *Generator) run(j *Job) (result generate.Result, err error) {
	if caught := panics.Try(func() { result, err = g.generate(j) }); caught != nil {
		err = fmt.Errorf("%w: %v", ErrPanic, caught.Value)
		g.log.Error("panic", "value", caught.Value, "stack", string(caught.Stack))
	}
	return result, err
}

func (g *Generator) generate(j *Job) (result generate.Result, err error) {
	r := j.request.Request
	if err := r.Validate(g.model); err != nil {
		return result, err
	}
	if r.Start, err = g.begin(j.ctx, &j.request); err != nil {
		return result, err
	}
	r.Keep = true
	sink := r.OnTokens
	r.OnTokens = func(tokens []int) error {
		j.emit(Event{Kind: Tokens, Tokens: tokens})
		if sink == nil {
			return nil
		}
		return sink(tokens)
	}
	_, reached := fault.Wrap(g.model, j.request.Fault)
	result, err = g.family.Run(j.ctx, g.model, r)
	if unreached := reached(); err == nil { // the plan ends in any case
		err = unreached
	}
	return result, err
}
