package sample

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestResidualIsWhatTheDraftLeft(t *testing.T) {
	target := sparse(t, 5, []int{1, 2, 4}, []float64{0.5, 0.25, 0.25})
	draft := sparse(t, 5, []int{0, 1}, []float64{0.75, 0.25})
	for name, pair := range map[string][2]Distribution{
		"sparse": {target, draft},
		"mixed":  {target, NewDense(draft.dense())},
		"dense":  {NewDense(target.dense()), NewDense(draft.dense())},
	} {
		r, exhausted, err := Residual(pair[0], pair[1])
		if err != nil || exhausted {
			t.Fatalf("%s: exhausted %v, %v", name, exhausted, err)
		}
		if d := cmp.Diff([]float64{0, 1.0 / 3, 1.0 / 3, 0, 1.0 / 3}, r.dense()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestResidualOfEqualsIsTheTarget(t *testing.T) {
	target := sparse(t, 3, []int{0, 2}, []float64{0.5, 0.5})
	r, exhausted, err := Residual(target, target)
	if err != nil || !exhausted {
		t.Fatalf("exhausted %v, %v", exhausted, err)
	}
	if d := cmp.Diff(target.dense(), r.dense()); d != "" {
		t.Error(d)
	}
}

func TestResidualOfNothingIsRefused(t *testing.T) {
	if _, _, err := Residual(NewDense([]float64{0, 0}), NewDense([]float64{1, 0})); !errors.Is(err, ErrValue) {
		t.Errorf("%v, want ErrValue", err)
	}
}
