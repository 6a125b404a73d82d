package numpy

import (
	"errors"
	"math"
	"testing"
)

func TestChoiceDrawsOneDoubleEvenForOneIndex(t *testing.T) {
	g := New(1)
	ahead := New(1)
	ahead.Float64()
	if i, err := g.Choice([]float64{1}); i != 0 || err != nil {
		t.Errorf("Choice = %d, %v", i, err)
	}
	if g.Peek() != ahead.Peek() {
		t.Error("a certain choice must still consume one double")
	}
}

func TestChoiceRefusesWithoutDrawing(t *testing.T) {
	for _, p := range [][]float64{nil, {math.NaN(), 1}, {-0.5, 1.5}, {0.5, 0.4}, {0, 0}, {math.Inf(1)}} {
		g := New(1)
		if _, err := g.Choice(p); !errors.Is(err, ErrProbabilities) {
			t.Errorf("Choice(%v): %v, want ErrProbabilities", p, err)
		}
		if g.Peek() != New(1).Peek() {
			t.Errorf("Choice(%v) drew from the stream", p)
		}
	}
}

func TestChoiceOnTheEdgeGoesOn(t *testing.T) {
	// The cumulative mass of the first index equals the draw: searchsorted(right)
	// counts it as passed.
	u := New(5).Peek()
	if i, err := New(5).Choice([]float64{u, 1 - u}); i != 1 || err != nil {
		t.Errorf("index %d, %v, want 1", i, err)
	}
}

func TestChoiceNeverPicksAnImpossibleIndex(t *testing.T) {
	g := New(3)
	for range 1000 {
		if i, _ := g.Choice([]float64{0, 0.5, 0, 0.5, 0}); i != 1 && i != 3 {
			t.Fatalf("picked %d", i)
		}
	}
}
