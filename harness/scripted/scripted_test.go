package scripted_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

var script = scripted.Script{Prompt: []int{1, 2}, Answer: []int{3, 4, 5}, Drafts: map[int]int{2: 7}}

func forward(t *testing.T, trunk model.Trunk, p model.Pass) model.Window {
	t.Helper()
	w, err := trunk.Forward(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func says(t *testing.T, row logits.Row) int {
	t.Helper()
	c, err := logits.Check(row, nil, logits.Greedy)
	if err != nil {
		t.Fatal(err)
	}
	return c.Argmax()
}

func start(t *testing.T, s scripted.Script) (*scripted.Model, model.Trunk, model.Head) {
	t.Helper()
	m := scripted.New(s)
	trunk, err := m.NewTrunk()
	if err != nil {
		t.Fatal(err)
	}
	head, err := m.NewHead()
	if err != nil {
		t.Fatal(err)
	}
	return m, trunk, head
}

// TestItSaysTheScript: rows for the tokens behind what was forwarded, drafts where the
// script has its own.
func TestItSaysTheScript(t *testing.T) {
	m, trunk, head := start(t, script)
	w := forward(t, trunk, model.Pass{Kind: model.Prefill, Tokens: []int{1, 2}, Rows: model.LastRow})
	if got := says(t, w.Rows[0]); got != 3 {
		t.Errorf("token 1 is %d", got)
	}
	var drafts []int
	hidden, token := w.Hidden.Slice(1, 2), 3
	for range 2 {
		row, next, err := head.Draft(context.Background(), hidden, token)
		if err != nil {
			t.Fatal(err)
		}
		token = says(t, row)
		hidden, drafts = next, append(drafts, token)
	}
	if d := cmp.Diff([]int{4, 7}, drafts); d != "" {
		t.Error(d)
	}
	w = forward(t, trunk, model.Pass{Kind: model.Verify, Tokens: []int{3, 4, 7}, Rows: model.AllRows, Capture: true})
	var rows []int
	for _, r := range w.Rows {
		rows = append(rows, says(t, r))
	}
	if d := cmp.Diff([]int{4, 5, 0}, rows); d != "" {
		t.Error(d)
	}
	if err := trunk.Keep(2); err != nil {
		t.Fatal(err)
	}
	forward(t, trunk, model.Pass{Kind: model.Decode, Tokens: []int{5}})
	if c := m.Complaints(); len(c) > 0 {
		t.Error(c)
	}
}

// TestItComplains of a state that no correct loop has.
func TestItComplains(t *testing.T) {
	for what, c := range map[string]struct {
		do   func(trunk model.Trunk, head model.Head, w model.Window)
		says string
	}{
		"a rejected token left in the trunk": {func(trunk model.Trunk, _ model.Head, _ model.Window) {
			forward(t, trunk, model.Pass{Kind: model.Decode, Tokens: []int{6}})
			forward(t, trunk, model.Pass{Kind: model.Decode, Tokens: []int{4}})
		}, "token 2 of the trunk is 6, the text has 3"},
		"a gap in the history": {func(_ model.Trunk, head model.Head, w model.Window) {
			_ = head.Append(context.Background(), w.Hidden.Slice(0, 1), []int{2})
			later := forward(t, must(scripted.New(script).NewTrunk()), model.Pass{Kind: model.Prefill, Tokens: []int{1, 2, 3}})
			_ = head.Append(context.Background(), later.Hidden.Slice(2, 3), []int{4})
		}, "history goes from the pair of token 1 to that of token 3"},
		"hidden states of other tokens": {func(_ model.Trunk, head model.Head, w model.Window) {
			_ = head.Append(context.Background(), w.Hidden, []int{2})
		}, "2 hidden states for 1 tokens"},
	} {
		m, trunk, head := start(t, script)
		w := forward(t, trunk, model.Pass{Kind: model.Prefill, Tokens: []int{1, 2}})
		c.do(trunk, head, w)
		if got := strings.Join(m.Complaints(), "; "); got != c.says {
			t.Errorf("%s: %q", what, got)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestAFaultIsWhereItIsPut and has the census that its name promises.
func TestAFaultIsWhereItIsPut(t *testing.T) {
	for fault, want := range map[scripted.Fault]logits.NumericalError{
		scripted.NaN:    {NaN: 8},
		scripted.OneNaN: {NaN: 1},
		scripted.PosInf: {Inf: 1},
		scripted.AllNeg: {Inf: 8},
	} {
		s := script
		s.Faults = map[scripted.Place]scripted.Fault{{Kind: model.Verify, Token: 1}: fault, {Kind: model.Decode, Token: 1}: scripted.Mask}
		_, trunk, _ := start(t, s)
		forward(t, trunk, model.Pass{Kind: model.Prefill, Tokens: []int{1, 2}})
		mark, err := trunk.Mark()
		if err != nil {
			t.Fatal(err)
		}
		w := forward(t, trunk, model.Pass{Kind: model.Verify, Tokens: []int{3, 4}, Rows: model.AllRows})
		var got *logits.NumericalError
		if _, err := logits.Check(w.Rows[0], nil, logits.Greedy); !errors.As(err, &got) || got.NaN != want.NaN || got.Inf != want.Inf {
			t.Errorf("%s: %v", fault, err)
		}
		if got := says(t, w.Rows[1]); got != 5 {
			t.Errorf("%s: the row behind says %d", fault, got)
		}
		if err := trunk.Rewind(mark); err != nil {
			t.Fatal(err)
		}
		w = forward(t, trunk, model.Pass{Kind: model.Decode, Tokens: []int{3}, Rows: model.LastRow})
		if got := says(t, w.Rows[0]); got != 4 {
			t.Errorf("%s: the masked row says %d", fault, got)
		}
	}
}

// TestItsStateIsAModels: what a recurrent state cannot do is refused.
func TestItsStateIsAModels(t *testing.T) {
	_, trunk, head := start(t, script)
	forward(t, trunk, model.Pass{Kind: model.Prefill, Tokens: []int{1, 2}})
	if err := trunk.Keep(1); !errors.Is(err, model.ErrRewind) {
		t.Errorf("kept without a capture: %v", err)
	}
	if err := head.Truncate(1); !errors.Is(err, model.ErrRewind) {
		t.Errorf("truncated to more than there is: %v", err)
	}
	flat := script
	flat.Flat = true
	_, trunk, _ = start(t, flat)
	forward(t, trunk, model.Pass{Kind: model.Prefill, Tokens: []int{1, 2}})
	if err := trunk.Keep(1); err != nil || trunk.Len() != 1 {
		t.Errorf("%v, %d tokens", err, trunk.Len())
	}
	for _, p := range []model.Pass{{}, {Tokens: []int{scripted.Vocabulary}}, {Tokens: []int{-1}}, {Tokens: make([]int, 4096)}} {
		if _, err := trunk.Forward(context.Background(), p); err == nil || trunk.Len() != 1 {
			t.Errorf("%d tokens: %v", len(p.Tokens), err)
		}
	}
}
