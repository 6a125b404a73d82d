package logits

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/numeric"
)

func penalised(t *testing.T, row Row, p *Penalties, route Route) []float64 {
	t.Helper()
	got := make([]float64, row.Width())
	must(t, row, p, route).Float64s(got)
	return got
}

func TestPenaltiesFollowTheFormula(t *testing.T) {
	p := &Penalties{Presence: 0.5, Frequency: 0.25, Counts: []Count{{0, 2}, {1, 0}}, Overlay: []Bias{{0, 1}, {2, -1}}}
	got := penalised(t, F32([]float32{4, 4, 4}), p, Greedy)
	if d := cmp.Diff([]float64{4 - 1 - 1, 4, 5}, got); d != "" {
		t.Error(d)
	}
}

func TestPenaltiesAreClamped(t *testing.T) {
	p := &Penalties{Presence: 3.5, Frequency: -9, Counts: []Count{{0, 1}}}
	if d := cmp.Diff([]float64{0, 0}, penalised(t, F32([]float32{0, 0}), p, Dense)); d != "" {
		t.Errorf("presence 2 and frequency -2 cancel out: %s", d)
	}
}

// TestFloat16OverflowDependsOnTheRoute: the same legal row and penalty is broken
// where it is subtracted in float16 and legal where it is in float64.
func TestFloat16OverflowDependsOnTheRoute(t *testing.T) {
	row := F16([]uint16{numeric.F32ToF16(65504), 0})
	p := &Penalties{Overlay: []Bias{{0, -100}}}
	for _, route := range []Route{Greedy, TopK} {
		want := NumericalError{Where: route.where(), Inf: 1, Width: 2}
		if got := refused(t, row, p, route); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if d := cmp.Diff([]float64{65604, 0}, penalised(t, row, p, Dense)); d != "" {
		t.Error(d)
	}
}

func TestBFloat16RoundsDeltaAndSum(t *testing.T) {
	// 0.05 disappears beside 20 in bfloat16 and does not in float64.
	row := BF16([]uint16{numeric.F32ToBF16(20)})
	p := &Penalties{Overlay: []Bias{{0, 0.05}}}
	if got := penalised(t, row, p, TopK)[0]; got != 20 {
		t.Errorf("bfloat16: %v", got)
	}
	if got := penalised(t, row, p, Dense)[0]; got != 20-0.05 {
		t.Errorf("float64: %v", got)
	}
}

func TestPenaltyMakesAndUnmakesFaults(t *testing.T) {
	// A mask by penalty is legal while something is left.
	mask := &Penalties{Overlay: []Bias{{0, math.Inf(1)}}}
	if got := must(t, F32([]float32{9, 1}), mask, Greedy).Argmax(); got != 1 {
		t.Errorf("argmax %d, want 1", got)
	}
	want := NumericalError{Where: WhereGreedy, Inf: 1, Width: 1}
	if got := refused(t, F32([]float32{9}), mask, Greedy); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	// No finite penalty repairs a broken logit.
	fix := &Penalties{Overlay: []Bias{{0, 1e30}}}
	refused(t, F32([]float32{inf, 0}), fix, Dense)
	refused(t, F32([]float32{nan, 0}), fix, Greedy)
}

func TestPenaltiesMustFitTheRow(t *testing.T) {
	for name, p := range map[string]*Penalties{
		"beyond the end":             {Presence: 1, Counts: []Count{{3, 1}}},
		"before the start":           {Overlay: []Bias{{-4, 1}}},
		"counted twice":              {Presence: 1, Counts: []Count{{1, 1}, {1, 2}}},
		"overlaid twice and counted": {Frequency: 1, Counts: []Count{{1, 1}}, Overlay: []Bias{{1, 1}, {1, 1}}},
		"negative count":             {Frequency: 1, Counts: []Count{{1, -1}}},
		"overlaid twice":             {Overlay: []Bias{{1, 1}, {-2, 2}}},
	} {
		if _, err := Check(F32([]float32{1, 2, 3}), p, Greedy); !errors.Is(err, ErrPenalty) {
			t.Errorf("%s: %v, want ErrPenalty", name, err)
		}
	}
	if got := must(t, F32([]float32{1, 2, 3}), &Penalties{Overlay: []Bias{{-1, 5}}}, Greedy).Argmax(); got != 1 {
		t.Errorf("a negative ID counts from the end: argmax %d, want 1", got)
	}
}

func TestIdlePenaltiesChangeNothing(t *testing.T) {
	// Counts without presence or frequency are not applied, whatever their IDs.
	p := &Penalties{Counts: []Count{{99, 1}}}
	if got := must(t, F32([]float32{1, 2}), p, Greedy).Argmax(); got != 1 {
		t.Errorf("argmax %d, want 1", got)
	}
}
