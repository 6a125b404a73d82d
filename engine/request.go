package engine

import (
	"errors"
	"time"

	"rowproof/engine/fault"
	"rowproof/engine/generate"
)

// ErrQueueFull refuses a request because too many are waiting.
var ErrQueueFull = errors.New("the queue is full")

// ErrClosed refuses a request to a Generator that was closed.
var ErrClosed = errors.New("the generator is closed")

// ErrUnsaved is beside an answer that is complete and right, but could not be kept.
var ErrUnsaved = errors.New("the answer could not be kept")

// ErrPanic ends a request in which the model or a callback panicked.
var ErrPanic = errors.New("panic while the request was answered")

// ErrNoStore refuses to save where there is no store, or no file system for chats.
var ErrNoStore = errors.New("there is nowhere to save to")

// Request is what to generate, and for which conversation. Start and Keep of the
// generation are the Generator's business.
type Request struct {
	generate.Request
	// Chat is the file of a local chat. Without one, the conversation is its text.
	Chat string
	// Fault is a fault to inject; release builds have none.
	Fault fault.Plan
}

// Kind says what an Event is.
type Kind uint8

// What happens to a request, in this order.
const (
	Started Kind = iota // the worker has begun
	Tokens              // tokens were committed
	Done                // the answer is complete
	Failed              // it is not: Err says why
)

// Event is something that happened to a request.
type Event struct {
	Kind   Kind
	Tokens []int           // Tokens
	Result generate.Result // Done and Failed; without states
	Err    error           // Failed
	// Unsaved says, beside Done, why the conversation could not be kept. The answer is
	// right all the same.
	Unsaved error
	Waited  time.Duration // Started: in the queue
}
