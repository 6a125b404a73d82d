package steps

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/model"
	"rowproof/engine/rng/numpy"
	"rowproof/harness/scripted"
)

// TestWatchedNotesForwards of what it made and of copies of that.
func TestWatchedNotesForwards(t *testing.T) {
	by := &watch{}
	m := watching(scripted.New(scripted.Script{Prompt: []int{1, 2}, Answer: []int{3}}), by)
	trunk, err := m.NewTrunk()
	if err != nil {
		t.Fatal(err)
	}
	again, err := trunk.Clone()
	if err != nil {
		t.Fatal(err)
	}
	w, err := again.Forward(context.Background(), model.Pass{Kind: model.Prefill, Tokens: []int{1, 2}, Rows: model.LastRow})
	if err != nil {
		t.Fatal(err)
	}
	head, err := m.NewHead()
	if err != nil {
		t.Fatal(err)
	}
	if head, err = head.Clone(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := head.Draft(context.Background(), w.Hidden.Slice(1, 2), 3); err != nil {
		t.Fatal(err)
	}
	seen := by.passes
	if len(seen) != 2 || seen[0].kind != model.Prefill || seen[0].tokens != 2 || seen[1].kind != model.Draft || seen[1].tokens != 1 {
		t.Errorf("seen %v", seen)
	}
	for _, p := range seen {
		if len(p.rows) != 1 {
			t.Errorf("%d rows of a %s forward", len(p.rows), p.kind)
		}
	}
	if trunk.Len() != 0 {
		t.Errorf("the copied trunk has %d tokens", trunk.Len())
	}
	if h, err := watching(scripted.New(scripted.Script{Headless: true}), by).NewHead(); h != nil || !errors.Is(err, model.ErrNoHead) {
		t.Errorf("%v %v", h, err)
	}
}

// TestWatchedStreamDrawsWhatItWatches: looking changes nothing.
func TestWatchedStreamDrawsWhatItWatches(t *testing.T) {
	var seen []string
	s, plain := watchedStream{numpy.New(1), &seen}, numpy.New(1)
	if got, want := s.Float64(), plain.Float64(); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	p := []float64{0.25, 0.25, 0.25, 0.25}
	got, _ := s.Choice(p)
	if want, _ := plain.Choice(p); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if d := cmp.Diff([]string{"uniform", "choice"}, seen); d != "" {
		t.Error(d)
	}
}
