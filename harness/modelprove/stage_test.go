package modelprove

import (
	"errors"
	"slices"
	"testing"

	"rowproof/harness/modelmake"
)

func TestTheTriggerIsMetByTheDraftHeadAlone(t *testing.T) {
	f, err := open(shared + "tiny-f32")
	if err != nil {
		t.Fatal(err)
	}
	defer f.model.Close()
	v := &prover{engine: &fake{t: t}, folder: f}
	if v.asked, err = v.prompts(t.Context(), f.dir, "", bounds["F32"]); err != nil {
		t.Fatal(err)
	}
	s, err := v.stage()
	if err != nil {
		t.Fatal(err)
	}
	if r, err := chain(t.Context(), f.model, s.prefix, 1); err != nil || r.drafts[0].input != s.trigger {
		t.Errorf("behind the prefix is %d, %v; the trigger is %d", r.drafts[0].input, err, s.trigger)
	}
	for name, tokens := range map[string][]int{
		"the prefix": s.prefix, "the healthy prompt": s.healthy.tokens, "its drafts": s.healthy.oracle.inputs(),
	} {
		if slices.Contains(tokens, s.trigger) {
			t.Errorf("%s has the trigger %d: %d", name, s.trigger, tokens)
		}
	}

	// Best tokens that cannot be triggers leave nothing to show poison with.
	for _, a := range v.asked {
		for i := range a.oracle.best {
			a.oracle.best[i] = f.note.PosInfColumn
		}
	}
	if _, err := v.stage(); !errors.Is(err, ErrModel) {
		t.Error(err)
	}
}

// TestTriggersAreThoseThatAModelCanBeMadeWith: whatever is chosen, poison takes it.
func TestTriggersAreThoseThatAModelCanBeMadeWith(t *testing.T) {
	o := modelmake.DefaultOptions()
	note, err := modelmake.ReadNote(made(t, func(*modelmake.Options) {}))
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []int{0, 1, 33, 65, 66, 77, 78, 79, 120, 200, 300, 382, 383} {
		o.Poison = []modelmake.Trigger{{Kind: modelmake.DraftOne, Token: token}}
		err := modelmake.Make(t.Context(), t.TempDir(), o)
		if got := trigger(token, o.Vocabulary, note); got != (err == nil) {
			t.Errorf("%d: %t, %v", token, got, err)
		}
	}
}
