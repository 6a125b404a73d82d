package session_test

import (
	"testing"

	"rowproof/engine/session"
)

// TestResidentsServeTheLongest, and a history where one is needed.
func TestResidentsServeTheLongest(t *testing.T) {
	r := session.NewResidents(4)
	short, long := state(t, true, 1), state(t, false, 1, 2)
	r.Bank(short, long, state(t, true, 2))
	if got := r.Longest([]int{1, 2, 3}, false); got != long {
		t.Errorf("got %v", got)
	}
	if got := r.Longest([]int{1, 2, 3}, true); got != short {
		t.Errorf("with a history: %v", got)
	}
	if got := r.Longest([]int{3}, false); got != nil {
		t.Errorf("of another text: %v", got)
	}
}

// TestTheStateUsedLongestAgoGoes when there are too many.
func TestTheStateUsedLongestAgoGoes(t *testing.T) {
	r := session.NewResidents(2)
	r.Bank(state(t, false, 1), state(t, false, 2))
	r.Longest([]int{1}, false)
	r.Bank(state(t, false, 3))
	if r.Len() != 2 || r.Longest([]int{1}, false) == nil || r.Longest([]int{2}, false) != nil {
		t.Errorf("%d states, not those used last", r.Len())
	}
	none := session.NewResidents(-1)
	none.Bank(state(t, false, 1))
	if none.Len() != 0 {
		t.Error("no room, and something is there")
	}
}

// TestNobodyIsThereTwice, but a history is worth keeping.
func TestNobodyIsThereTwice(t *testing.T) {
	r := session.NewResidents(8)
	r.Bank(state(t, true, 1), state(t, false, 1), state(t, true, 1))
	if r.Len() != 1 {
		t.Errorf("%d states of one text", r.Len())
	}
	r.Bank(state(t, false, 1))
	if r.Longest([]int{1}, true) == nil {
		t.Error("the history is gone")
	}
}

// TestForgetTakesBeginnings and nothing else.
func TestForgetTakesBeginnings(t *testing.T) {
	r := session.NewResidents(8)
	r.Bank(state(t, false, 1), state(t, false, 1, 2), state(t, false, 1, 2, 3), state(t, false, 1, 3), state(t, false, 2))
	if n := r.Forget([]int{1, 2}); n != 2 || r.Len() != 3 {
		t.Errorf("%d went, %d left", n, r.Len())
	}
}
