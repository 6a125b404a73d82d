package session

import (
	"errors"

	"rowproof/engine/model"
)

// ErrNoSnapshot is the answer to a save when there is nothing to save: nothing was
// generated yet, or it failed.
var ErrNoSnapshot = errors.New("no committed snapshot")

// Live is the conversation that the model's caches belong to. Only what succeeded is
// in it: a request works on a copy.
type Live struct {
	Current *model.State // behind the latest answer
	Prefix  *model.State // behind the latest prompt
}

// Commit takes the states of a request that succeeded.
func (l *Live) Commit(prompt, end *model.State) { l.Prefix, l.Current = prompt, end }

// Snapshot is what may be saved.
func (l *Live) Snapshot() (*model.State, error) {
	if l.Current == nil {
		return nil, ErrNoSnapshot
	}
	return l.Current, nil
}

// Longest is the longer of the two states that a prompt begins with, or nil. With
// history it must have one.
func (l *Live) Longest(prompt []int, history bool) *model.State {
	for _, s := range []*model.State{l.Current, l.Prefix} {
		if s != nil && serves(s, prompt, history) {
			return s
		}
	}
	return nil
}

// States are the states that there are.
func (l *Live) States() []*model.State {
	var states []*model.State
	for _, s := range []*model.State{l.Prefix, l.Current} {
		if s != nil {
			states = append(states, s)
		}
	}
	return states
}

// Discard drops both states and with them the trunk's, the head's and the boundary
// caches.
func (l *Live) Discard() { *l = Live{} }
