package family_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/checkpoint"
	"rowproof/engine/family"
	"rowproof/engine/family/ds4"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	rng "rowproof/engine/rng/ds4"
	"rowproof/harness/scripted"
)

// TestOnlyNumericalErrorsOfQwenAreForgotten.
func TestOnlyNumericalErrorsOfQwenAreForgotten(t *testing.T) {
	broken := fmt.Errorf("somewhere: %w", &logits.NumericalError{})
	for _, tc := range []struct {
		family family.Family
		err    error
		want   bool
	}{
		{family.Qwen{}, broken, true},
		{family.Qwen{}, context.Canceled, false},
		{family.Qwen{}, generate.ErrPadding, false},
		{family.Qwen{}, checkpoint.ErrFull, false},
		{family.DS4{}, broken, false},
	} {
		if got := tc.family.Forgets(tc.err); got != tc.want {
			t.Errorf("%s, %v: %t", tc.family.Name(), tc.err, got)
		}
	}
}

// TestGuards: what a family has an answer for may be kept.
func TestGuards(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, tc := range map[string]struct {
		s    checkpoint.Snapshot
		qwen bool
	}{
		"healthy":           {checkpoint.Snapshot{Row: []float32{1, 2}, Tensors: []checkpoint.Tensor{{Values: []float32{3}}}}, true},
		"a legal mask":      {checkpoint.Snapshot{Row: []float32{1, -inf}}, true},
		"a broken row":      {checkpoint.Snapshot{Row: []float32{1, nan}}, false},
		"an infinite row":   {checkpoint.Snapshot{Row: []float32{1, inf}}, false},
		"a masked row":      {checkpoint.Snapshot{Row: []float32{-inf, -inf}}, false},
		"a broken tensor":   {checkpoint.Snapshot{Row: []float32{1}, Tensors: []checkpoint.Tensor{{Name: "a", Values: []float32{1}}, {Name: "b", Values: []float32{1, nan}}}}, false},
		"an infinite value": {checkpoint.Snapshot{Row: []float32{1}, Tensors: []checkpoint.Tensor{{Name: "a", Values: []float32{-inf}}}}, false},
	} {
		err := family.Qwen{}.Guard(&tc.s)
		if (err == nil) != tc.qwen || err != nil && !errors.Is(err, logits.ErrNumerical) {
			t.Errorf("%s: %v", name, err)
		}
		if err := (family.DS4{}).Guard(&tc.s); err != nil {
			t.Errorf("%s, DS4: %v", name, err)
		}
	}
}

// TestDS4KeepsItsLaw: a broken row is ID 0, stops stop, and the stream moves on.
func TestDS4KeepsItsLaw(t *testing.T) {
	s := scripted.Script{Prompt: []int{1, 2}, Answer: []int{3, 4, 5, 6}, Faults: map[scripted.Place]scripted.Fault{{Token: 1}: scripted.NaN}}
	stream := rng.State(1)
	f := family.DS4{Params: ds4.Params{}, Stream: &stream}
	got, err := f.Run(context.Background(), scripted.New(s), generate.Request{Prompt: s.Prompt, MaxTokens: 4, Stop: []int{6}, Keep: true})
	if diff := cmp.Diff([]int{3, 0, 5, 6}, got.Tokens); diff != "" || err != nil || got.Finish != generate.FinishStop {
		t.Errorf("%v, %s\n%s", err, got.Finish, diff)
	}
	if got.End == nil || len(got.End.Tokens) != 6 || got.Prompt == nil || len(got.Prompt.Tokens) != 2 {
		t.Errorf("states %v and %v", got.Prompt, got.End)
	}
}
