//go:build faultinject

package fault_test

import (
	"context"
	"errors"
	"testing"

	"rowproof/engine/fault"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

// TestEveryBoundary is reached by the real loop, at the row and the time planned, and
// a legal mask there changes nothing.
func TestEveryBoundary(t *testing.T) {
	for _, tc := range []struct {
		place    string
		depth    int
		want     model.Kind
		row, out int
	}{
		{"prefill:1", 0, model.Prefill, 0, 0},
		{"ar:1", 0, model.Decode, 0, 1},
		{"ar:5", 0, model.Decode, 0, 5},
		{"final:1", 0, model.Final, 0, answered},
		{"prefill:1", 2, model.Prefill, 0, 0},
		{"copy:1", 2, model.Copy, 0, 1},
		{"copy:1/8", 2, model.Copy, 8, 1},
		{"repair:1", 2, model.Repair, 0, 1},
		{"draft:1", 2, model.Draft, 0, 2},
		{"draft:2", 2, model.Draft, 0, 2},
		{"verify:1", 2, model.Verify, 0, 2},
		{"verify:1/2", 2, model.Verify, 2, 2},
		{"verify:2/1", 2, model.Verify, 1, 5},
		{"final:1", 2, model.Final, 0, answered},
	} {
		for _, kind := range []string{"nan", "posinf", "allneg"} {
			m, end := fault.Wrap(scripted.New(story), plan(t, tc.place+":"+kind))
			_, err := answer(m, tc.depth, nil)
			var f *generate.Failure
			if !errors.As(err, &f) {
				t.Errorf("%s:%s: %v", tc.place, kind, err)
				continue
			}
			if f.Kind != tc.want || f.Row != tc.row || f.Streamed != tc.out {
				t.Errorf("%s:%s: %s, row %d, %d streamed", tc.place, kind, f.Kind, f.Row, f.Streamed)
			}
			if err := end(); err != nil {
				t.Error(err)
			}
		}
		m, end := fault.Wrap(scripted.New(story), plan(t, tc.place+":mask"))
		healthy(t, m, tc.depth)
		if err := end(); err != nil {
			t.Error(err)
		}
	}
}

// TestAFaultThatIsNotReached fails the run, whatever became of it.
func TestAFaultThatIsNotReached(t *testing.T) {
	for _, text := range []string{"prefill:2:nan", "ar:1:nan", "copy:2:nan", "verify:1/3:nan", "draft:90:mask", "final:1/1:nan"} {
		m, end := fault.Wrap(scripted.New(story), plan(t, text))
		healthy(t, m, 2)
		if err := end(); !errors.Is(err, fault.ErrUnreached) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestForwardsWithoutRowsDoNotCount: nothing of theirs could break.
func TestForwardsWithoutRowsDoNotCount(t *testing.T) {
	m, end := fault.Wrap(scripted.New(story), plan(t, "prefill:1:nan"))
	trunk, err := m.NewTrunk()
	if err != nil {
		t.Fatal(err)
	}
	for i, rows := range []model.Rows{model.NoRows, model.LastRow, model.LastRow} {
		w, err := trunk.Forward(context.Background(), model.Pass{Kind: model.Prefill, Tokens: []int{1}, Rows: rows})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := logits.CheckAll(w.Rows, nil, logits.Greedy); (err != nil) != (i == 1) {
			t.Errorf("forward %d: %v", i, err)
		}
	}
	if err := end(); err != nil {
		t.Error(err)
	}
}

// TestOneModelServesManyRuns: a plan holds for its run alone, also in states that an
// earlier run has left, were cloned, or came back from outside.
func TestOneModelServesManyRuns(t *testing.T) {
	m, _ := fault.Wrap(scripted.New(story), plan(t, ""))
	left := healthy(t, m, 2).Prompt
	tensors, err := m.(model.Persistent).Export(left)
	if err != nil {
		t.Fatal(err)
	}
	for name, start := range map[string]func() (*model.State, error){
		"nothing": func() (*model.State, error) { return nil, nil },
		"left":    left.Clone,
		"outside": func() (*model.State, error) {
			return m.(model.Persistent).Import(left.Tokens, left.Row, tensors)
		},
	} {
		for text, want := range map[string]model.Kind{"draft:1:nan": model.Draft, "verify:1/1:nan": model.Verify} {
			state, err := start()
			if err != nil {
				t.Fatal(err)
			}
			same, end := fault.Wrap(m, plan(t, text))
			if same != m {
				t.Error("a wrapped model was wrapped again")
			}
			_, err = answer(m, 2, state)
			if f := (*generate.Failure)(nil); !errors.As(err, &f) || f.Kind != want {
				t.Errorf("%s: %s: %v", name, text, err)
			}
			if err := end(); err != nil {
				t.Error(err)
			}
			healthy(t, m, 2)
		}
	}
	_, end := fault.Wrap(m, plan(t, "ar:1:nan"))
	if err := end(); !errors.Is(err, fault.ErrUnreached) {
		t.Error(err)
	}
	healthy(t, m, 0) // an ended plan does not strike later
}

// TestErrorsOfTheModel go through; a model without a head has none.
func TestErrorsOfTheModel(t *testing.T) {
	m, _ := fault.Wrap(scripted.New(scripted.Script{Headless: true}), plan(t, "prefill:1:nan"))
	if _, err := m.NewHead(); !errors.Is(err, model.ErrNoHead) {
		t.Error(err)
	}
	trunk, err := m.NewTrunk()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := trunk.Forward(context.Background(), model.Pass{Kind: model.Prefill}); !errors.Is(err, model.ErrToken) {
		t.Error(err)
	}
}
