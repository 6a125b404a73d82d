//go:build faultinject

package engine_test

import (
	"context"
	"errors"
	"testing"

	"rowproof/engine"
	inject "rowproof/engine/fault"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/owner"
	"rowproof/harness/scripted"
)

// TestAnInjectedFaultTakesEverything: from the request through the real guard to the
// owner, at every boundary; a legal mask takes nothing, and a boundary that is not
// reached fails the request.
func TestAnInjectedFaultTakesEverything(t *testing.T) {
	s := conversation
	s.Drafts = map[int]int{6: 0, 9: 0}
	lanes := map[model.Kind]engine.Request{
		model.Prefill: ask(9, 5), model.Decode: ask(9, 5), model.Final: ask(9, 5),
		model.Verify: ask(9, 5), model.Draft: ask(9, 5), model.Repair: ask(9, 5),
	}
	for kind, r := range lanes {
		switch kind {
		case model.Verify, model.Draft:
			r.Depth = 3
		case model.Repair:
			r.Depth, r.Lane = 3, generate.Lane{Settle: generate.Reforward}
		}
		for _, row := range []string{"nan", "posinf", "allneg", "mask"} {
			name := string(kind) + ":1:" + row
			st := store(t, t.TempDir())
			g := generator(t, scripted.New(s), engine.Options{Store: st})
			before := ask(3, 4)
			before.Depth, before.Lane = r.Depth, r.Lane
			if _, err := g.Generate(context.Background(), before); err != nil {
				t.Fatal(err)
			}
			var err error
			if r.Fault, err = inject.Parse(name); err != nil {
				t.Fatal(err)
			}
			got, err := g.Generate(context.Background(), r)
			if row == "mask" {
				if err != nil || got.Reused != 7 {
					t.Errorf("%s: %v, %d reused", name, err, got.Reused)
				}
				continue
			}
			var gone *owner.Forgotten
			if !errors.Is(err, logits.ErrNumerical) || !errors.As(err, &gone) || len(st.List()) != 0 {
				t.Errorf("%s: %v, %d checkpoints", name, err, len(st.List()))
			}
			if kind == model.Final && len(got.Streamed) != 5 {
				t.Errorf("%s: %v streamed", name, got.Streamed)
			}
			if n, err := g.States(); n != 0 || err != nil {
				t.Errorf("%s: %d states, %v", name, n, err)
			}
			// Once: the retry is cold, and right.
			r.Fault = inject.Plan{}
			if got, err := g.Generate(context.Background(), r); err != nil || got.Reused != 0 {
				t.Errorf("%s, again: %v, %d reused", name, err, got.Reused)
			}
		}
	}
	r := ask(3, 4)
	var err error
	if r.Fault, err = inject.Parse("verify:1:nan"); err != nil {
		t.Fatal(err)
	}
	if _, err := generator(t, scripted.New(s), engine.Options{}).Generate(context.Background(), r); !errors.Is(err, inject.ErrUnreached) {
		t.Errorf("not reached: %v", err)
	}
}
