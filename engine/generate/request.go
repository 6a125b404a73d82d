package generate

import (
	"errors"
	"fmt"
	"slices"

	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/sample"
)

// MaxDepth is the largest number of tokens drafted in one cycle.
const MaxDepth = 3

// ErrRequest refuses a request before any work is done.
var ErrRequest = errors.New("invalid request")

// ErrPadding is a token that the model has a row entry for, but the tokenizer no
// text: the row was healthy, so it is no numerical error.
var ErrPadding = errors.New("token that the tokenizer does not have")

// ErrEnough is how Request.OnTokens says that the answer is complete.
var ErrEnough = errors.New("the answer is complete")

// ErrWindow is a forward that computed other rows than it was asked for.
var ErrWindow = errors.New("the model computed other rows than it was asked for")

// Settling says how a verify window of which a part is rejected leaves the state.
type Settling uint8

// The two ways.
const (
	Capture   Settling = iota // keep the state captured after the last accepted token
	Reforward                 // roll back, and forward what was accepted again
)

func (s Settling) String() string {
	if s == Capture {
		return "capture_commit"
	}
	return "batched"
}

// History says what the draft head has seen when a cycle begins.
type History uint8

// The two policies.
const (
	Committed History = iota // everything committed so far
	Cycle                    // nothing: each cycle begins afresh
)

func (h History) String() string {
	if h == Committed {
		return "committed"
	}
	return "cycle"
}

// Lane is a way of decoding with drafts. The zero value is the oracle's server's:
// captured states and a committed history.
type Lane struct {
	Settle  Settling
	History History
}

// Lanes are the lanes that receipts exist for, by the oracle's names.
var Lanes = []Lane{{Capture, Committed}, {Reforward, Committed}, {Reforward, Cycle}}

func (l Lane) String() string { return l.Settle.String() + "+" + l.History.String() }

// ParseLane reads what Lane.String writes.
func ParseLane(name string) (Lane, error) {
	for _, l := range Lanes {
		if l.String() == name {
			return l, nil
		}
	}
	return Lane{}, fmt.Errorf("%w: no lane %q: the lanes are %v", ErrRequest, name, Lanes)
}

// Request is what to generate.
type Request struct {
	Prompt    []int // token IDs, at least one
	MaxTokens int   // at least one
	Stop      []int // generation ends with any of these; they are not streamed
	// Known tells a token of the tokenizer from padding; nil knows every token of the vocabulary.
	Known func(token int) bool

	Sampling  sample.Config
	Presence  float64       // subtracted once from the logit of a token generated before
	Frequency float64       // subtracted once per occurrence
	Stream    sample.Stream // required unless greedy

	Depth  int  // tokens drafted per cycle; 0 decodes one token after the other
	Lane   Lane // with drafts only
	NoCopy bool // do not copy blocks from the prompt

	// OnTokens receives tokens as they are committed; an error ends the generation.
	// ErrEnough ends it as a stop token does.
	OnTokens func(tokens []int) error
	// OnChoice receives each token that the target chose or confirmed, its place in the
	// answer, and the row it was read from, which must not be kept. What is given up
	// again comes once more: the last call for a place counts.
	OnChoice func(at, token int, row logits.Checked)
	// OnBroken receives the row that fails the generation, as the model left it.
	OnBroken func(row logits.Row)
	// OnEvent receives each round when it is over, the failed one included.
	OnEvent func(Event)

	// Start, unless nil, is the state of a beginning of the prompt. The generation
	// takes it over: after an error it is of no use any more.
	Start *model.State
	// Keep asks for the states of the result. The last token is then forwarded as well.
	Keep bool
	// System is the number of tokens of the prompt that make its system prompt, whose
	// state is worth keeping by itself; 0 if there is none.
	System int
}

func (r *Request) greedy() bool { return r.Sampling.Temperature <= 0 }

// Committed reports whether the request drafts with a committed history. It can then
// start only from a state that has one.
func (r *Request) Committed() bool { return r.Depth > 0 && r.Lane.History == Committed }

func (r *Request) penalised() bool { return r.Presence != 0 || r.Frequency != 0 }

func (r *Request) stops(token int) bool { return slices.Contains(r.Stop, token) }

// Finish says why a generation ended.
type Finish string

// The reasons.
const (
	FinishStop   Finish = "stop"
	FinishLength Finish = "length"
)

// Result is what was generated. Beside an error it holds what had been committed.
type Result struct {
	Tokens   []int // with the stop token, if there is one
	Streamed []int // without it
	Finish   Finish
	Reused   int // tokens of the prompt that were not forwarded
	Forwards int // forwards of the trunk and the draft head that computed rows
	Checked  int // rows judged, one that broke included
	Drafted  int
	Accepted int

	// With Request.Keep, and only beside no error: the states behind the system
	// prompt (nil if it was not forwarded), the prompt, and the answer.
	System, Prompt, End *model.State
}
