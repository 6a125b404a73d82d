//go:build faultinject

package fault

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/model"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Plan{
		"":                  {},
		"prefill:1:nan":     {boundary: model.Prefill, occurrence: 1, kind: nan},
		"ar:30:posinf":      {boundary: model.Decode, occurrence: 30, kind: posInf},
		"verify:2/1:allneg": {boundary: model.Verify, occurrence: 2, row: 1, kind: allNeg},
		"copy:1/0:mask":     {boundary: model.Copy, occurrence: 1, kind: mask},
		"draft:4:nan":       {boundary: model.Draft, occurrence: 4, kind: nan},
		"repair:1:nan":      {boundary: model.Repair, occurrence: 1, kind: nan},
		"final:1:nan":       {boundary: model.Final, occurrence: 1, kind: nan},
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"prefill", "prefill:nan", "prefill:1", "prefill:1:", ":1:nan", "middle:1:nan", "prefill:1:inf", "prefill:1:nan:",
		"prefill:0:nan", "prefill:-1:nan", "prefill:+1:nan", "prefill: 1:nan", "prefill::nan", "prefill:99999999999:nan",
		"verify:1/:nan", "verify:/1:nan", "verify:1/-1:nan", "verify:1/2/3:nan", "VERIFY:1:nan",
	} {
		if got, err := Parse(text); !errors.Is(err, ErrPlan) || got != (Plan{}) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// TestEveryPlanCanBeWritten and read again.
func TestEveryPlanCanBeWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Plan{
			boundary:   rapid.SampledFrom(boundaries).Draw(t, "boundary"),
			occurrence: rapid.IntRange(1, 1<<31-1).Draw(t, "occurrence"),
			row:        rapid.IntRange(0, 1<<31-1).Draw(t, "row"),
			kind:       rapid.SampledFrom(kinds).Draw(t, "kind"),
		}
		if got, err := Parse(want.text()); err != nil || got != want {
			t.Errorf("%s: %+v, %v", want.text(), got, err)
		}
	})
}

// TestAnyText is a plan or an ErrPlan.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z]{0,7}:?[0-9/+-]{0,12}:?[a-z]{0,7}`).Draw(t, "text")
		p, err := Parse(text)
		if err != nil && !errors.Is(err, ErrPlan) || err == nil && text != "" && p.occurrence < 1 {
			t.Errorf("%q: %+v, %v", text, p, err)
		}
	})
}
