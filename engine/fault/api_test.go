package fault_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/fault"
	"rowproof/engine/generate"
	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

// story copies a block of which nothing can be kept, then drafts, once wrongly.
var story = scripted.Script{
	Prompt: []int{1, 2, 3, 4, 5, 6, 7, 5, 4, 2, 2, 1, 2, 3, 4, 5, 6},
	Answer: []int{7, 5, 4, 6, 6, 1, 3, 2, 5, 1, 4, 2, 6, 3, 5, 2},
	Drafts: map[int]int{6: 7},
}

const answered = 13

func plan(t *testing.T, text string) fault.Plan {
	t.Helper()
	p, err := fault.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answer continues the story. Rolled back, its windows are repaired.
func answer(m model.Model, depth int, start *model.State) (generate.Result, error) {
	return generate.Run(context.Background(), m, generate.Request{
		Prompt: story.Prompt, MaxTokens: answered, Depth: depth, Start: start, Keep: true,
		Lane: generate.Lane{Settle: generate.Reforward},
	})
}

// healthy holds a run to the undisturbed answer.
func healthy(t *testing.T, m model.Model, depth int) generate.Result {
	t.Helper()
	got, err := answer(m, depth, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(story.Answer[:answered], got.Tokens); diff != "" {
		t.Errorf("depth %d (-want +got):\n%s", depth, diff)
	}
	return got
}

// TestTheEmptyPlanChangesNothing in either build.
func TestTheEmptyPlanChangesNothing(t *testing.T) {
	for depth := range 2 {
		m, end := fault.Wrap(scripted.New(story), plan(t, ""))
		healthy(t, m, 2*depth)
		if err := end(); err != nil {
			t.Error(err)
		}
	}
}

// TestAPersistentModelStaysOne: its states go out and come back as its own, and go on.
func TestAPersistentModelStaysOne(t *testing.T) {
	inner := scripted.New(story)
	m, _ := fault.Wrap(inner, plan(t, ""))
	p, ok := m.(model.Persistent)
	if !ok {
		t.Fatal("no model.Persistent any more")
	}
	want, err := inner.Identity()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Identity(); err != nil || got != want {
		t.Errorf("identity %x, %v, want %x", got, err, want)
	}
	state := healthy(t, m, 2).Prompt
	tensors, err := p.Export(state)
	if err != nil {
		t.Fatal(err)
	}
	back, err := p.Import(state.Tokens, state.Row, tensors)
	if err != nil {
		t.Fatal(err)
	}
	got, err := answer(m, 2, back)
	if err != nil || got.Reused != len(story.Prompt) {
		t.Errorf("%d tokens reused, %v", got.Reused, err)
	}
	if diff := cmp.Diff(story.Answer[:answered], got.Tokens); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := p.Import(state.Tokens, state.Row, nil); !errors.Is(err, model.ErrState) {
		t.Error(err)
	}
}

// TestOtherModelsDoNotBecomeOne: nothing is to be kept of them.
func TestOtherModelsDoNotBecomeOne(t *testing.T) {
	m, _ := fault.Wrap(struct{ model.Model }{scripted.New(story)}, plan(t, ""))
	if _, ok := m.(model.Persistent); ok {
		t.Error("a model without states to keep has them now")
	}
}
