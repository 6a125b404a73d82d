package sample

import (
	"math"
	"testing"

	"rowproof/engine/rng/numpy"
)

// TestVerifyKeepsTheTargetsDistribution is the theorem that speculative decoding
// rests on: draw from the draft, verify, and tokens follow the target.
func TestVerifyKeepsTheTargetsDistribution(t *testing.T) {
	want := []float64{0.5, 0.3, 0.2, 0}
	target, draft := NewDense(want), NewDense([]float64{0.1, 0.2, 0.3, 0.4})
	g := numpy.New(11)
	const n = 40000
	var got [4]float64
	for range n {
		token, err := Draw(draft, g)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Verify(target, draft, token, g)
		if err != nil {
			t.Fatal(err)
		}
		got[d.Token] += 1.0 / n
	}
	for id, p := range want {
		if math.Abs(got[id]-p) > 0.015 {
			t.Errorf("token %d: %.3f of the draws, want %.3f", id, got[id], p)
		}
	}
}

func TestVerifyDrawsOnceOrTwice(t *testing.T) {
	keep, drop := NewDense([]float64{1, 0}), NewDense([]float64{0, 1})
	for _, c := range []struct {
		target Distribution
		draws  int
	}{{keep, 1}, {drop, 2}} {
		g, ahead := numpy.New(2), numpy.New(2)
		for range c.draws {
			ahead.Float64()
		}
		if _, err := Verify(c.target, keep, 0, g); err != nil {
			t.Fatal(err)
		}
		if g.State() != ahead.State() {
			t.Errorf("not %d doubles", c.draws)
		}
	}
}

func TestVerifyKeepsOnTheEdge(t *testing.T) {
	u := numpy.New(6).Peek()
	d, err := Verify(NewDense([]float64{u, 1 - u}), NewDense([]float64{1, 0}), 0, numpy.New(6))
	if err != nil || !d.Accepted || d.Probability != u {
		t.Errorf("%+v, %v: a draw equal to the probability keeps the token", d, err)
	}
}
