// Package inorder runs many tasks at once with a result that does not depend on how
// many, or on which was faster.
package inorder

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/sourcegraph/conc/pool"
)

// Tasks are the numbers from 0 to Count-1. They are started in order.
type Tasks struct {
	Count int
	What  string // they are called, in the plural
	Jobs  int    // in flight at once; below 1: GOMAXPROCS
	Do    func(i int)
	// Note is told of each task that was done, one at a time: done counts it. It says
	// whether the task is the last one wanted.
	Note func(i, done int) (last bool)
}

// Run does the tasks. Those before kept, which is behind the first last one, have all been
// done; what was done behind it is to be dropped. The error is the end of ctx: what was
// done by then was noted, unless it ended with it.
func (t Tasks) Run(ctx context.Context) (kept int, err error) {
	r := &run{Tasks: t, ctx: ctx, stop: t.Count}
	if r.Jobs < 1 {
		r.Jobs = runtime.GOMAXPROCS(0)
	}
	workers := pool.New().WithMaxGoroutines(r.Jobs)
	for i := 0; r.wanted(i); i++ {
		workers.Go(func() { r.one(i) })
	}
	workers.Wait()
	if ctx.Err() != nil {
		return 0, fmt.Errorf("stopped after %d of %d %s: %w", r.done, r.Count, r.What, context.Cause(ctx))
	}
	return r.stop, nil
}

type run struct {
	Tasks
	ctx context.Context

	mu   sync.Mutex // guards what follows, and Note
	done int
	stop int // no task at or behind it is started
}

func (r *run) wanted(i int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return i < r.stop && r.ctx.Err() == nil
}

func (r *run) one(i int) {
	if !r.wanted(i) {
		return
	}
	r.Do(i)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() != nil {
		return
	}
	r.done++
	if r.Note(i, r.done) {
		r.stop = min(r.stop, i+1)
	}
}
