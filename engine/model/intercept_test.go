package model_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

var story = scripted.Script{Prompt: []int{1, 2}, Answer: []int{3, 4, 5, 6, 1}}

// TestInterceptSeesEveryForward of what a model made, of copies of that, and of states
// that were kept outside of it.
func TestInterceptSeesEveryForward(t *testing.T) {
	seen := 0
	m := model.Intercept(scripted.New(story), func(_ model.Pass, rows []logits.Row) ([]logits.Row, error) {
		seen += len(rows)
		return rows, nil
	})
	r := generate.Request{Prompt: story.Prompt, MaxTokens: 2, Depth: 1, Keep: true}
	first, err := generate.Run(context.Background(), m, r)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := m.(model.Persistent)
	if !ok {
		t.Fatal("the model is persistent, and what is around it is not")
	}
	tensors, err := p.Export(first.End)
	if err != nil {
		t.Fatal(err)
	}
	r.Prompt, r.MaxTokens = first.End.Tokens, 2
	if r.Start, err = p.Import(first.End.Tokens, first.End.Row, tensors); err != nil {
		t.Fatal(err)
	}
	before := seen
	second, err := generate.Run(context.Background(), m, r)
	if diff := cmp.Diff([]int{5, 6}, second.Tokens); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if seen == before || before == 0 {
		t.Errorf("%d rows seen before, %d after", before, seen)
	}
}

// TestInterceptDecidesWhatLeaves a model, and may refuse it.
func TestInterceptDecidesWhatLeaves(t *testing.T) {
	refused := errors.New("refused")
	for _, kind := range []model.Kind{model.Prefill, model.Draft, model.Verify} {
		m := model.Intercept(scripted.New(story), func(p model.Pass, rows []logits.Row) ([]logits.Row, error) {
			if p.Kind == kind {
				return nil, refused
			}
			return rows, nil
		})
		if _, err := generate.Run(context.Background(), m, generate.Request{Prompt: story.Prompt, MaxTokens: 4, Depth: 2}); !errors.Is(err, refused) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// TestInterceptAddsNoHead to a model without one.
func TestInterceptAddsNoHead(t *testing.T) {
	s := story
	s.Headless = true
	m := model.Intercept(scripted.New(s), func(_ model.Pass, rows []logits.Row) ([]logits.Row, error) { return rows, nil })
	if h, err := m.NewHead(); h != nil || !errors.Is(err, model.ErrNoHead) {
		t.Errorf("%v, %v", h, err)
	}
}
