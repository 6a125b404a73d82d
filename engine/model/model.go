// Package model is the seam between a model and the loop that generates with it:
// a trunk that turns tokens into rows of logits, and a draft head that guesses the
// next ones. Rows leave it unjudged; nothing here reads one.
package model

import (
	"context"
	"errors"

	"rowproof/engine/logits"
)

// ErrNoHead is the answer of a model without a draft head.
var ErrNoHead = errors.New("the model has no draft head")

// ErrRewind refuses a mark or a length that the state cannot go back to.
var ErrRewind = errors.New("the state cannot go back there")

// ErrContext refuses tokens beyond the longest sequence of the model.
var ErrContext = errors.New("longer than the context of the model")

// ErrToken refuses a token ID that the model has no embedding for.
var ErrToken = errors.New("token outside the vocabulary of the model")

// ErrState refuses tensors that are no state of the model.
var ErrState = errors.New("no state of this model")

// Kind says what a forward is for.
type Kind string

// The forwards of a generation.
const (
	Prefill Kind = "prefill" // the prompt
	Decode  Kind = "ar"      // one token after the other
	Draft   Kind = "draft"   // one step of the draft head
	Verify  Kind = "verify"  // a primary token and its drafts
	Copy    Kind = "copy"    // a primary token and a block copied from the prompt
	Repair  Kind = "repair"  // what is left of a window, forwarded again
	Final   Kind = "final"   // the last token of an answer whose state is kept: no token is read from its row
)

// Rows says which rows of logits a forward computes.
type Rows uint8

// A forward without rows, with the last token's, with every token's.
const (
	NoRows Rows = iota
	LastRow
	AllRows
)

// Pass is one forward of the trunk.
type Pass struct {
	Kind    Kind
	Tokens  []int
	Rows    Rows
	Capture bool // keep the state after each token, for Keep
}

// Window is what a forward computed.
type Window struct {
	Rows   []logits.Row
	Hidden Hidden // one per token: after the final norm, as the draft head takes it
}

// Hidden are hidden states in the order of their tokens. They cannot be changed.
type Hidden interface {
	Len() int
	Slice(from, to int) Hidden
	// Concat is these states and then those of other, which is of the same model.
	Concat(other Hidden) Hidden
}

// Model makes what one sequence of tokens needs. It serves several sequences.
type Model interface {
	Vocabulary() int // logits of a row
	Context() int    // longest sequence, in tokens
	NewTrunk() (Trunk, error)
	NewHead() (Head, error) // ErrNoHead
}

// Mark is a place that a trunk can go back to, until it is rewound to an earlier one.
type Mark interface{ Len() int }

// Trunk is the state of one sequence: attention caches and recurrent states. It
// serves one goroutine. After an error of Forward the state is undefined.
type Trunk interface {
	Len() int // tokens forwarded
	// Forward appends tokens. ErrContext, ErrToken and an empty pass leave the state as it was.
	Forward(ctx context.Context, p Pass) (Window, error)
	Mark() (Mark, error)
	Rewind(m Mark) error
	// Keep goes back to the first n tokens, at least one, of the latest forward.
	// Without a capture it is an ErrRewind if any of the state is recurrent.
	Keep(n int) error
	// Recurrent reports whether any of the state is recurrent.
	Recurrent() bool
	// Settle ends the latest forward: what was captured for Keep is let go, and Keep is
	// an ErrRewind until the next one. Marks stay. A state that is kept for later should
	// be settled: a capture is as large as the state, for each token of its forward.
	Settle()
	// Clone is an independent copy, settled. It can be rewound to marks of the original.
	Clone() (Trunk, error)
}

// Head is the state of the draft head: a cache over pairs of a hidden state and
// the token after it. It serves one goroutine.
type Head interface {
	Len() int
	// Draft appends one pair and returns the row for the token after, and the
	// hidden state to pair with that token.
	Draft(ctx context.Context, hidden Hidden, token int) (logits.Row, Hidden, error)
	// Append appends pairs without a row. hidden and tokens have the same length.
	Append(ctx context.Context, hidden Hidden, tokens []int) error
	// Truncate goes back to the first n pairs.
	Truncate(n int) error
	Clone() (Head, error)
}
