package inject_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/generate"
	"rowproof/engine/model"
	"rowproof/harness/e2e/inject"
	"rowproof/harness/scripted"
)

func parsed(t *testing.T, site string, kind inject.Kind, sticky bool) *inject.Fault {
	t.Helper()
	s, err := inject.ParseSite(site)
	if err != nil {
		t.Fatal(err)
	}
	return &inject.Fault{Site: s, Kind: kind, Sticky: sticky}
}

// script answers 1 2 3 1 2 3, and drafts the same but for the second token.
func script() scripted.Script {
	return scripted.Script{Prompt: []int{4, 5}, Answer: []int{1, 2, 3, 1, 2, 3, 1, 2, 3, 1}, Drafts: map[int]int{1: 7}}
}

// run generates six tokens in the batched lane with a fault.
func run(t *testing.T, fault *inject.Fault) (*inject.Model, []int, error) {
	t.Helper()
	var streamed []int
	m := inject.Wrap(scripted.New(script()), fault, func() (int, int) { return len(streamed), 0 })
	_, err := generate.Run(context.Background(), m, generate.Request{
		Prompt: script().Prompt, MaxTokens: 6, Depth: 2, Lane: generate.Lane{Settle: generate.Reforward},
		OnTokens: func(tokens []int) error { streamed = append(streamed, tokens...); return nil },
	})
	return m, streamed, err
}

// TestWithoutAFaultNothingChanges and the watch has seen nothing.
func TestWithoutAFaultNothingChanges(t *testing.T) {
	m, streamed, err := run(t, nil)
	if err != nil || m.FirstBad() != nil || m.Hits() != nil {
		t.Errorf("%v, %v, %v", err, m.FirstBad(), m.Hits())
	}
	if diff := cmp.Diff([]int{1, 2, 3, 1, 2, 3}, streamed); diff != "" {
		t.Errorf("streamed (-want +got):\n%s", diff)
	}
}

// TestTheFirstBrokenRowIsWatched: of a window, with its census and how far the
// generation was.
func TestTheFirstBrokenRowIsWatched(t *testing.T) {
	m, streamed, err := run(t, parsed(t, "verify:0:1", inject.AllNegInf, false))
	var failure *generate.Failure
	if !errors.As(err, &failure) {
		t.Fatal(err)
	}
	want := &inject.Bad{Kind: model.Verify, Row: 1, Rows: 3, Inf: scripted.Vocabulary, Streamed: 1}
	if diff := cmp.Diff(want, m.FirstBad()); diff != "" {
		t.Errorf("first broken row (-want +got):\n%s", diff)
	}
	if len(m.Hits()) != 1 || m.Hits()[0].Argmax != 3 || len(streamed) != 1 {
		t.Errorf("hits %+v, streamed %v", m.Hits(), streamed)
	}
}

// TestALegalRowIsNoBrokenRow, and a sticky fault meets the repairs behind it.
func TestALegalRowIsNoBrokenRow(t *testing.T) {
	m, _, err := run(t, parsed(t, "verify:0:0", inject.OneNegInf, true))
	if err != nil || m.FirstBad() != nil {
		t.Fatalf("%v, %v", err, m.FirstBad())
	}
	if hits := m.Hits(); len(hits) < 2 || hits[1].Rows != 1 || hits[1].Streamed != 1 {
		t.Errorf("hits %+v", hits)
	}
}

// TestADraftRow is broken on its way out of the head.
func TestADraftRow(t *testing.T) {
	m, _, err := run(t, parsed(t, "draft:0:1", inject.NaN0, false))
	var failure *generate.Failure
	if !errors.As(err, &failure) || failure.Kind != model.Draft {
		t.Fatal(err)
	}
	if bad := m.FirstBad(); bad == nil || bad.Kind != model.Draft || bad.NaN != 1 || bad.Streamed != 1 {
		t.Errorf("%+v", bad)
	}
}

// TestAClonedStateIsWatchedToo: nothing that leaves a clone goes unseen.
func TestAClonedStateIsWatchedToo(t *testing.T) {
	rows := 0
	m := inject.Wrap(scripted.New(script()), nil, func() (int, int) { return 0, 0 })
	m.OnRow(func(model.Kind, []float32) { rows++ })
	trunk, err := m.NewTrunk()
	if err != nil {
		t.Fatal(err)
	}
	if trunk, err = trunk.Clone(); err != nil {
		t.Fatal(err)
	}
	w, err := trunk.Forward(context.Background(), model.Pass{Kind: model.Prefill, Tokens: []int{4, 5}, Rows: model.AllRows})
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
	if _, _, err := head.Draft(context.Background(), w.Hidden.Slice(1, 2), 1); err != nil {
		t.Fatal(err)
	}
	if rows != 3 {
		t.Errorf("%d rows seen, want 3", rows)
	}
}

// TestAFaultThatDoesNotFitIsAnError and breaks nothing.
func TestAFaultThatDoesNotFitIsAnError(t *testing.T) {
	if _, _, err := run(t, parsed(t, "prefill", inject.PosInf, false)); !errors.Is(err, inject.ErrFault) {
		t.Error(err)
	}
}
