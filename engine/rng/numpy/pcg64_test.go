package numpy

import "testing"

// The expected values were printed by NumPy 2.4.6.

func TestFloat64FollowsDefaultRNG(t *testing.T) {
	g := New(0)
	if s := g.State(); s.State != "1aa1b5345996452d09585eb7a69561e3" || s.Inc != "418ddadb3af71a82588133bc447873a9" {
		t.Errorf("state of default_rng(0) = %+v", s)
	}
	if got, want := g.Peek(), 0.6369616873214543; got != want {
		t.Errorf("Peek = %v, want %v", got, want)
	}
	if got, want := g.Float64(), 0.6369616873214543; got != want {
		t.Errorf("first double = %v, want %v", got, want)
	}
}
