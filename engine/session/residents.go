package session

import (
	"slices"

	"rowproof/engine/model"
)

// Residents are states of conversations that are not live, in memory, by their tokens.
// It serves one goroutine.
type Residents struct {
	limit  int
	states []*model.State // the latest used last
}

// NewResidents keeps at most limit states: those used last.
func NewResidents(limit int) *Residents { return &Residents{limit: max(0, limit)} }

// Len is the number of states.
func (r *Residents) Len() int { return len(r.states) }

// Bank keeps states. They must not be written to afterwards.
func (r *Residents) Bank(states ...*model.State) {
	for _, s := range states {
		r.Release(s)
		r.states = append(r.states, s)
	}
	if extra := len(r.states) - r.limit; extra > 0 {
		r.states = slices.Delete(r.states, 0, extra)
	}
}

// Release drops what stands elsewhere now: states of the same tokens, unless they have
// a history and the others have none.
func (r *Residents) Release(states ...*model.State) {
	for _, s := range states {
		r.states = slices.DeleteFunc(r.states, func(old *model.State) bool {
			return slices.Equal(old.Tokens, s.Tokens) && (old.Head == nil || s.Head != nil)
		})
	}
}

// Longest is the state of the longest beginning of a prompt, or nil. With history it
// must have one.
func (r *Residents) Longest(prompt []int, history bool) *model.State {
	best := -1
	for i, s := range r.states {
		if serves(s, prompt, history) && (best < 0 || len(s.Tokens) > len(r.states[best].Tokens)) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	found := r.states[best]
	r.states = append(slices.Delete(r.states, best, best+1), found)
	return found
}

// Forget drops every state that a text begins with: whatever broke the text may be in
// them. States that go on from there in another way are another conversation's. It
// returns how many went.
func (r *Residents) Forget(text []int) int {
	before := len(r.states)
	r.states = slices.DeleteFunc(r.states, func(s *model.State) bool { return Begins(text, s.Tokens) })
	return before - len(r.states)
}

// serves says whether a prompt can go on from a state.
func serves(s *model.State, prompt []int, history bool) bool {
	return (s.Head != nil || !history) && Begins(prompt, s.Tokens)
}

// Begins says whether a text begins with all of some tokens: whoever holds those is an
// ancestor of the text.
func Begins(text, tokens []int) bool {
	return len(tokens) <= len(text) && slices.Equal(text[:len(tokens)], tokens)
}
