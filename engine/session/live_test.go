package session_test

import (
	"errors"
	"testing"

	"rowproof/engine/model"
	"rowproof/engine/session"
	"rowproof/harness/scripted"
)

func state(t *testing.T, history bool, tokens ...int) *model.State {
	t.Helper()
	s := &model.State{Tokens: tokens}
	if history {
		h, err := scripted.New(scripted.Script{}).NewHead()
		if err != nil {
			t.Fatal(err)
		}
		s.Head = h
	}
	return s
}

// TestLiveServes what begins with all of one of its states.
func TestLiveServes(t *testing.T) {
	var l session.Live
	if l.Longest([]int{1, 2, 3}, false) != nil || len(l.States()) != 0 {
		t.Error("nothing was committed")
	}
	prompt, end := state(t, false, 1, 2), state(t, false, 1, 2, 3)
	l.Commit(prompt, end)
	for _, tc := range []struct {
		text []int
		want *model.State
	}{{[]int{1, 2, 3, 4}, end}, {[]int{1, 2, 3}, end}, {[]int{1, 2, 4}, prompt}, {[]int{1, 3}, nil}, {[]int{1}, nil}} {
		if got := l.Longest(tc.text, false); got != tc.want {
			t.Errorf("%v: %v, want %v", tc.text, got, tc.want)
		}
		if got := l.Longest(tc.text, true); got != nil {
			t.Errorf("%v: without a history: %v", tc.text, got)
		}
	}
	if got, err := l.Snapshot(); got != end || err != nil {
		t.Errorf("snapshot %v, %v", got, err)
	}
	l.Discard()
	if _, err := l.Snapshot(); !errors.Is(err, session.ErrNoSnapshot) || len(l.States()) != 0 {
		t.Errorf("discarded, and still there: %v", err)
	}
}
