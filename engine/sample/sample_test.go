package sample

import (
	"errors"
	"math"
	"testing"

	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
)

var (
	inf = float32(math.Inf(1))
	nan = float32(math.NaN())
)

// untouched fails if anything was drawn from a stream made with numpy.New(seed).
func untouched(t testing.TB, g *numpy.Generator, seed uint64) {
	t.Helper()
	if g.State() != numpy.New(seed).State() {
		t.Error("something was drawn from the stream")
	}
}

func wantNumerical(t testing.TB, err error, want logits.NumericalError) {
	t.Helper()
	var e *logits.NumericalError
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want a *logits.NumericalError", err)
	}
	if *e != want {
		t.Errorf("got %+v, want %+v", *e, want)
	}
}
