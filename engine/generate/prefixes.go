package generate

import (
	"errors"
	"slices"
	"sync"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// state is what a sequence of tokens left: everything that a later request needs
// to go on from there. A recurrent state cannot be cut, so it serves only texts
// that begin with all of its tokens.
type state struct {
	tokens []int
	trunk  model.Trunk
	head   model.Head // nil without a committed history
	row    logits.Row // of the last token
	hidden model.Hidden
}

// Prefixes keeps the states of prompts and answers for requests that continue them.
// It is safe for concurrent use, for one model.
type Prefixes struct {
	mu     sync.Mutex
	limit  int
	states []*state // the latest used last
	faults int      // numerical errors so far
}

// NewPrefixes keeps at most limit states, those used last.
func NewPrefixes(limit int) *Prefixes { return &Prefixes{limit: max(0, limit)} }

// Len is the number of states kept.
func (p *Prefixes) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.states)
}

// longest is the state of the longest prefix of a prompt, nil if there is none, and
// the number of faults so far. With history the state must have a committed one.
func (p *Prefixes) longest(prompt []int, history bool) (*state, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	best := -1
	for i, s := range p.states {
		if (s.head != nil || !history) && begins(prompt, s.tokens) && (best < 0 || len(s.tokens) > len(p.states[best].tokens)) {
			best = i
		}
	}
	if best < 0 {
		return nil, p.faults
	}
	found := p.states[best]
	p.states = append(slices.Delete(p.states, best, best+1), found)
	return found, p.faults
}

// add keeps states of a request that began after a number of faults. Those of one
// that was under way during a later fault are not kept: they may come from a state
// that the fault condemned.
func (p *Prefixes) add(faults int, states ...*state) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if faults != p.faults {
		return
	}
	for _, s := range states {
		p.put(s)
	}
}

func (p *Prefixes) put(s *state) {
	p.states = slices.DeleteFunc(p.states, func(old *state) bool {
		return slices.Equal(old.tokens, s.tokens) && (old.head == nil || s.head != nil)
	})
	p.states = append(p.states, s)
	if extra := len(p.states) - p.limit; extra > 0 {
		p.states = slices.Delete(p.states, 0, extra)
	}
}

// failed drops, after a numerical error, every state that the request could have
// started from: the fault may be in any of them. States that go on from there in
// another way are another conversation's.
func (p *Prefixes) failed(prompt []int, err error) {
	if !errors.Is(err, logits.ErrNumerical) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults++
	p.states = slices.DeleteFunc(p.states, func(s *state) bool { return begins(prompt, s.tokens) })
}

func begins(text, prefix []int) bool {
	return len(prefix) <= len(text) && slices.Equal(text[:len(prefix)], prefix)
}

// restore starts from the longest state that fits, or from nothing, and returns the
// number of tokens that need no forward.
func (l *loop) restore() (int, error) {
	history := l.Depth > 0 && l.Lane.History == Committed
	if l.Prefixes != nil {
		var s *state
		if s, l.faults = l.Prefixes.longest(l.Prompt, history); s != nil {
			return len(s.tokens), l.resume(s, history)
		}
	}
	var err error
	if l.trunk, err = l.model.NewTrunk(); err != nil {
		return 0, err
	}
	if history {
		l.head, err = l.model.NewHead()
	}
	return 0, err
}

func (l *loop) resume(s *state, history bool) (err error) {
	if l.trunk, err = s.trunk.Clone(); err != nil {
		return err
	}
	l.kept = kept{row: s.row, hidden: s.hidden}
	if history {
		l.head, err = s.head.Clone()
	}
	return err
}

// bankPrompt keeps a copy of the state at the end of the prompt until the request
// has succeeded: a row that fails later may have its cause here.
func (l *loop) bankPrompt() (err error) {
	l.atStart = &state{tokens: slices.Clone(l.Prompt), row: l.kept.row, hidden: l.kept.hidden}
	if l.atStart.trunk, err = l.trunk.Clone(); err != nil {
		return err
	}
	if l.head != nil {
		l.atStart.head, err = l.head.Clone()
	}
	return err
}

// bank keeps the states of a request that succeeded.
func (l *loop) bank() error {
	if l.Prefixes == nil {
		return nil
	}
	text := slices.Concat(l.Prompt, l.result.Tokens)
	end := &state{tokens: text[:l.trunk.Len()], trunk: l.trunk, head: l.head, row: l.kept.row, hidden: l.kept.hidden}
	if l.gap {
		end.head = nil
	}
	if l.atStart != nil {
		l.Prefixes.add(l.faults, l.atStart)
	}
	l.Prefixes.add(l.faults, end)
	return nil
}
