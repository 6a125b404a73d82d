package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/generate"
)

// TestTrace: one line per event, uniforms beside what they decided about.
func TestTrace(t *testing.T) {
	bonus, correction := 7, 9
	events := []generate.Event{
		{Step: 0, Plain: true, Token: 4, Draws: []generate.Draw{{Choice: true, Token: 4}}},
		{
			Step: 1, Primary: 5, Accepted: 1, RejectedAt: 2, Repair: []int{5, 6, 9},
			Drafts: []generate.DraftToken{
				{Depth: 1, Token: 6, Examined: true, Accepted: true, Probability: 0.75, Correction: 6},
				{Depth: 2, Token: 8, Examined: true, Probability: 0.25, Correction: 9},
				{Depth: 3, Token: 1},
			},
			Draws: []generate.Draw{{Choice: true, Token: 5}, {Value: 0.5}, {Value: 0.875}, {Choice: true, Token: 9}},
		},
		{Step: 2, Primary: 9, AlreadyEmitted: true, Bonus: &bonus},
		{Step: 3, Primary: 2, Copied: &generate.CopyRound{Block: 8, Accepted: 1, Correction: &correction}, Draws: []generate.Draw{{Value: 0.25}, {Value: 0.75}, {Choice: true, Token: 9}}},
		{Step: 4, Primary: 2, Copied: &generate.CopyRound{Block: 8, Accepted: 8}},
		{Step: 5, Primary: 2, Copied: &generate.CopyRound{Disabled: true}, Repair: []int{2}},
	}
	var b strings.Builder
	for _, e := range events {
		trace(&b, e, false)
	}
	want := `round 0: token 4, draws: choice 4
round 1: primary 5
round 1: draft 1: 6, uniform 0.5 against probability 0.75, accepted
round 1: draft 2: 8, uniform 0.875 against probability 0.25, rejected: the target has 9
round 1: draft 3: 1, not looked at
round 1: forwarded again: 5 6 9
round 1: draws: choice 5, uniform 0.5, uniform 0.875, choice 9
round 2: primary 9, left over by the round before
round 2: bonus 7
round 2: draws: none
round 3: primary 2
round 3: copied 1 of 8 tokens, uniforms 0.25 0.75, corrected to 9
round 3: draws: uniform 0.25, uniform 0.75, choice 9
round 4: primary 2
round 4: copied 8 of 8 tokens
round 4: draws: none
round 5: primary 2
round 5: copied block given up, no more copying
round 5: forwarded again: 2
round 5: draws: none
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("trace (-want +got):\n%s", diff)
	}
	b.Reset()
	trace(&b, generate.Event{Primary: 5, Drafts: []generate.DraftToken{{Depth: 1, Token: 6, Examined: true, Correction: 3}}}, true)
	if diff := cmp.Diff("round 0: primary 5\nround 0: draft 1: 6, rejected: the target has 3\n", b.String()); diff != "" {
		t.Errorf("greedy (-want +got):\n%s", diff)
	}
}
