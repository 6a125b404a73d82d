package generate

import (
	"fmt"
	"slices"

	"rowproof/engine/model"
)

// Validate refuses what no work could answer: an ErrRequest.
func (r *Request) Validate(m model.Model) error {
	_, err := r.validate(m)
	return err
}

// validate refuses what no work could answer, and returns the number of tokens
// that may be generated: fewer than asked where the context ends before.
func (r *Request) validate(m model.Model) (int, error) {
	if len(r.Prompt) == 0 {
		return 0, fmt.Errorf("%w: empty prompt", ErrRequest)
	}
	if len(r.Prompt) >= m.Context() {
		return 0, fmt.Errorf("%w: a prompt of %d tokens leaves nothing of a context of %d: %w", ErrRequest, len(r.Prompt), m.Context(), model.ErrContext)
	}
	for i, token := range r.Prompt {
		if token < 0 || token >= m.Vocabulary() {
			return 0, fmt.Errorf("%w: prompt token %d is %d, the vocabulary ends before %d: %w", ErrRequest, i, token, m.Vocabulary(), model.ErrToken)
		}
	}
	if r.MaxTokens < 1 {
		return 0, fmt.Errorf("%w: %d tokens to generate", ErrRequest, r.MaxTokens)
	}
	if r.Depth < 0 || r.Depth > MaxDepth {
		return 0, fmt.Errorf("%w: depth %d is not within 0..%d", ErrRequest, r.Depth, MaxDepth)
	}
	if r.Depth > 0 && !slices.Contains(Lanes, r.Lane) {
		return 0, fmt.Errorf("%w: no lane %v: the lanes are %v", ErrRequest, r.Lane, Lanes)
	}
	if err := r.Sampling.Validate(); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrRequest, err)
	}
	if !finite(r.Presence) || !finite(r.Frequency) {
		return 0, fmt.Errorf("%w: penalties must be finite", ErrRequest)
	}
	if r.Stream == nil && !r.greedy() {
		return 0, fmt.Errorf("%w: no random stream to sample from", ErrRequest)
	}
	if s := r.Start; s != nil {
		if len(s.Tokens) > len(r.Prompt) || !slices.Equal(s.Tokens, r.Prompt[:len(s.Tokens)]) {
			return 0, fmt.Errorf("%w: the prompt does not begin with the %d tokens of the state", ErrRequest, len(s.Tokens))
		}
		if r.Committed() && s.Head == nil {
			return 0, fmt.Errorf("%w: lane %v needs a state with a history", ErrRequest, r.Lane)
		}
	}
	if r.System < 0 || r.System > len(r.Prompt) {
		return 0, fmt.Errorf("%w: a system prompt of %d tokens in a prompt of %d", ErrRequest, r.System, len(r.Prompt))
	}
	return min(r.MaxTokens, m.Context()-len(r.Prompt)), nil
}

func finite(x float64) bool { return x-x == 0 }
