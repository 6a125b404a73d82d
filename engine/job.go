package engine

import (
	"context"
	"fmt"
	"sync"
	"time"

	"rowproof/engine/generate"
)

// Job is a request that was accepted.
type Job struct {
	ctx     context.Context
	request Request
	events  chan Event
	since   time.Time

	once sync.Once
	last Event // Done or Failed, once Wait has seen it
}

// Events are what happens to the request; the channel is closed behind Done or Failed.
// It never keeps the worker waiting.
func (j *Job) Events() <-chan Event { return j.events }

// Wait takes all events and returns the result. An answer that is complete and could
// not be kept is an ErrUnsaved beside the result.
func (j *Job) Wait() (generate.Result, error) {
	j.once.Do(func() {
		for e := range j.events {
			j.last = e
		}
		switch j.last.Kind {
		case Failed:
		case Done:
			if j.last.Unsaved != nil {
				j.last.Err = fmt.Errorf("%w: %w", ErrUnsaved, j.last.Unsaved)
			}
		default:
			j.last.Err = ErrClosed // its events went to somebody else, or it had none
		}
	})
	return j.last.Result, j.last.Err
}

// emit never blocks: the channel has room for all events of the request.
func (j *Job) emit(e Event) {
	e.Result.System, e.Result.Prompt, e.Result.End = nil, nil, nil
	j.events <- e
}
