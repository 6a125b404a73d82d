package engine

import (
	"context"
	"time"

	"rowproof/engine/generate"
)

// Job is a request that was accepted.
type Job struct {
	ctx     context.Context
	request Request
	events  chan Event
	since   time.Time
}

// Events are what happens to the request; the channel is closed behind Done or Failed.
// It never keeps the worker waiting.
func (j *Job) Events() <-chan Event { return j.events }

// Wait takes all events and returns the result.
func (j *Job) Wait() (generate.Result, error) {
	var last Event
	for e := range j.events {
		last = e
	}
	return last.Result, last.Err
}

// emit never blocks: the channel has room for all events of the request.
func (j *Job) emit(e Event) {
	e.Result.System, e.Result.Prompt, e.Result.End = nil, nil, nil
	j.events <- e
}
