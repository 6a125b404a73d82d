package sample

import (
	"errors"
	"math"
	"testing"

	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
)

func sparse(t testing.TB, width int, ids []int, p []float64) Distribution {
	t.Helper()
	d, err := NewSparse(ids, p, width)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAcceptanceIsTheRatio(t *testing.T) {
	target := sparse(t, 4, []int{0, 1}, []float64{0.25, 0.75})
	draft := NewDense([]float64{0.5, 0.25, 0.25, 0})
	for token, want := range []float64{0.5, 1, 0, 0} {
		got, err := Acceptance(target, draft, token)
		if err != nil || got != want {
			t.Errorf("token %d: %v, %v, want %v", token, got, err, want)
		}
	}
	// A token the draft could not have proposed is kept if the target has it.
	if got, _ := Acceptance(target, sparse(t, 4, []int{3}, []float64{1}), 1); got != 1 {
		t.Errorf("draft without mass: %v, want 1", got)
	}
}

func TestATargetThatIsNotFiniteAcceptsNothing(t *testing.T) {
	draft := NewDense([]float64{0.5, 0.5, 0})
	for _, c := range []struct {
		bad      float64
		nan, inf int
	}{{math.NaN(), 1, 0}, {math.Inf(1), 0, 1}, {math.Inf(-1), 0, 1}} {
		target := NewDense([]float64{0.5, 0.5, c.bad})
		want := logits.NumericalError{Where: logits.WhereAcceptance, NaN: c.nan, Inf: c.inf, Width: 3}
		_, err := Acceptance(target, draft, 0)
		wantNumerical(t, err, want)
		_, _, err = Residual(target, draft)
		wantNumerical(t, err, want)
		g := numpy.New(5)
		_, err = Verify(target, draft, 0, g)
		wantNumerical(t, err, want)
		untouched(t, g, 5)
	}
}

func TestAcceptanceRefusesWhatDoesNotFit(t *testing.T) {
	two, three := NewDense([]float64{0.5, 0.5}), NewDense([]float64{1, 0, 0})
	for _, f := range []func() error{
		func() error { _, err := Acceptance(two, three, 0); return err },
		func() error { _, err := Acceptance(two, two, 2); return err },
		func() error { _, err := Acceptance(two, two, -1); return err },
		func() error { _, _, err := Residual(two, three); return err },
		func() error { _, err := two.Probability(2); return err },
	} {
		if err := f(); !errors.Is(err, ErrValue) {
			t.Errorf("%v, want ErrValue", err)
		}
	}
}
