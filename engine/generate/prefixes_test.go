package generate_test

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

// conversation is one text; its requests end at different places of it.
var conversation = scripted.Script{Prompt: []int{1, 2, 3}, Answer: []int{4, 5, 6, 1, 1, 2, 5, 4, 3, 2, 6, 6, 5, 1, 2, 3, 4, 5, 6, 1, 3, 5}}

func text(n int) []int {
	return append(append([]int{}, conversation.Prompt...), conversation.Answer...)[:n]
}

// TestASecondTurnGoesOn from what the first one left, and gives what a cold run
// gives, with the first turn decoded in any way.
func TestASecondTurnGoesOn(t *testing.T) {
	for _, first := range setups() {
		for _, second := range setups() {
			m, p := scripted.New(conversation), generate.NewPrefixes(8)
			first.Prompt, first.MaxTokens, first.Prefixes = text(3), 6, p
			if got, err := generate.Run(context.Background(), m, first); err != nil || got.Reused != 0 {
				t.Fatalf("%s: %v, %d reused", name(first), err, got.Reused)
			}
			before := len(m.Passes())
			second.Prompt, second.MaxTokens, second.Prefixes = text(14), 6, p
			got, err := generate.Run(context.Background(), m, second)
			if diff := cmp.Diff(text(20)[14:], got.Tokens); diff != "" || err != nil {
				t.Errorf("%s then %s: %v\n%s", name(first), name(second), err, diff)
			}
			// Observed as work: the prompt's tokens that were forwarded again.
			again := 0
			for _, pass := range m.Passes()[before:] {
				if pass.Kind == model.Prefill {
					again += len(pass.Tokens)
				}
			}
			if again != 14-got.Reused {
				t.Errorf("%s then %s: %d tokens forwarded, %d reused of 14", name(first), name(second), again, got.Reused)
			}
			committed := func(r generate.Request) bool { return r.Depth > 0 && r.Lane.History == generate.Committed }
			if usable := committed(first) || !committed(second); usable != (got.Reused >= 3) {
				t.Errorf("%s then %s: %d tokens reused", name(first), name(second), got.Reused)
			}
			for _, complaint := range m.Complaints() {
				t.Errorf("%s then %s: %s", name(first), name(second), complaint)
			}
		}
	}
}

// TestAnExactRepeatForwardsNothing of its prompt, and judges the kept row again.
func TestAnExactRepeatForwardsNothing(t *testing.T) {
	m, p := scripted.New(conversation), generate.NewPrefixes(8)
	r := generate.Request{Prompt: text(5), MaxTokens: 4, Prefixes: p}
	want, err := generate.Run(context.Background(), m, r)
	if err != nil {
		t.Fatal(err)
	}
	r.Depth, r.Lane = 2, generate.Lane{Settle: generate.Reforward, History: generate.Cycle}
	got, err := generate.Run(context.Background(), m, r)
	if diff := cmp.Diff(want.Tokens, got.Tokens); diff != "" || err != nil || got.Reused != 5 {
		t.Errorf("%v, %d reused\n%s", err, got.Reused, diff)
	}
}

// TestAFailedRequestKeepsNothing: neither what it would have added nor what it could
// have started from. Another conversation keeps its state.
func TestAFailedRequestKeepsNothing(t *testing.T) {
	s := conversation
	s.Faults = map[scripted.Place]scripted.Fault{{Token: 8}: scripted.NaN}
	m, p := scripted.New(s), generate.NewPrefixes(8)
	other := generate.Request{Prompt: []int{1, 1}, MaxTokens: 1, Prefixes: p}
	first := generate.Request{Prompt: text(3), MaxTokens: 4, Prefixes: p}
	for _, r := range []generate.Request{other, first} {
		if _, err := generate.Run(context.Background(), m, r); err != nil {
			t.Fatal(err)
		}
	}
	if p.Len() != 3 { // two prompts; the other request's end is its prompt's state
		t.Fatalf("%d states kept", p.Len())
	}
	failing := generate.Request{Prompt: text(8), MaxTokens: 8, Prefixes: p}
	got, err := generate.Run(context.Background(), m, failing)
	if !errors.Is(err, logits.ErrNumerical) || got.Reused == 0 {
		t.Fatalf("%v, %d reused", err, got.Reused)
	}
	if p.Len() != 1 {
		t.Errorf("%d states kept, want the other conversation's", p.Len())
	}
	if got, _ := generate.Run(context.Background(), m, failing); got.Reused != 0 {
		t.Errorf("the retry reused %d tokens", got.Reused)
	}
	if got, err := generate.Run(context.Background(), m, other); err != nil || got.Reused != 2 {
		t.Errorf("the other conversation: %v, %d reused", err, got.Reused)
	}
}

// TestAPrefixServesAgainAndAgain: what one request does to its copy, another one must
// not see.
func TestAPrefixServesAgainAndAgain(t *testing.T) {
	for _, r := range setups() {
		m, p := scripted.New(conversation), generate.NewPrefixes(8)
		r.Prefixes = p
		for _, n := range []int{5, 12, 9, 12, 5, 7} {
			r.Prompt, r.MaxTokens = text(n), 5
			got, err := generate.Run(context.Background(), m, r)
			if diff := cmp.Diff(text(n + 5)[n:], got.Tokens); diff != "" || err != nil {
				t.Errorf("%s, %d tokens: %v\n%s", name(r), n, err, diff)
			}
		}
		for _, complaint := range m.Complaints() {
			t.Errorf("%s: %s", name(r), complaint)
		}
	}
}

// TestAFaultCondemnsWhatComesFromThePrefix, also in a request that is under way and
// succeeds afterwards.
func TestAFaultCondemnsWhatComesFromThePrefix(t *testing.T) {
	s := conversation
	s.Faults = map[scripted.Place]scripted.Fault{{Token: 8}: scripted.NaN}
	m, p := scripted.New(s), generate.NewPrefixes(8)
	outer := generate.Request{Prompt: text(4), MaxTokens: 2, Prefixes: p}
	if _, err := generate.Run(context.Background(), m, outer); err != nil {
		t.Fatal(err)
	}
	failed := false
	outer.OnTokens = func([]int) error {
		if !failed {
			failed = true
			if _, err := generate.Run(context.Background(), m, generate.Request{Prompt: text(6), MaxTokens: 8, Prefixes: p}); !errors.Is(err, logits.ErrNumerical) {
				t.Errorf("error %v", err)
			}
		}
		return nil
	}
	if _, err := generate.Run(context.Background(), m, outer); err != nil {
		t.Fatal(err)
	}
	if n := p.Len(); n != 0 {
		t.Errorf("%d states came back", n)
	}
}

// TestOtherErrorsCondemnNothing: a client that is gone is no fault of the numbers.
func TestOtherErrorsCondemnNothing(t *testing.T) {
	m, p := scripted.New(conversation), generate.NewPrefixes(8)
	r := generate.Request{Prompt: text(5), MaxTokens: 3, Prefixes: p}
	if _, err := generate.Run(context.Background(), m, r); err != nil {
		t.Fatal(err)
	}
	before := p.Len()
	r.OnTokens = func([]int) error { return errors.New("gone") }
	if _, err := generate.Run(context.Background(), m, r); err == nil || p.Len() != before {
		t.Errorf("%v, %d states, %d before", err, p.Len(), before)
	}
}

// TestTheStateUsedLongestAgoGoes when there are too many.
func TestTheStateUsedLongestAgoGoes(t *testing.T) {
	m, p := scripted.New(conversation), generate.NewPrefixes(3)
	ask := func(n int) int {
		t.Helper()
		got, err := generate.Run(context.Background(), m, generate.Request{Prompt: text(n), MaxTokens: 1, Prefixes: p})
		if err != nil {
			t.Fatal(err)
		}
		return got.Reused
	}
	for _, n := range []int{4, 9, 14} { // one state each: the prompt's is the answer's
		ask(n)
	}
	if got := ask(4); got != 4 { // now the state used last
		t.Fatalf("%d tokens reused of 4", got)
	}
	ask(17)
	if got := ask(4); got != 4 {
		t.Errorf("the state used last is gone: %d tokens reused of 4", got)
	}
	if got := ask(13); got != 4 {
		t.Errorf("the state used longest ago is still there: %d tokens reused of 13", got)
	}
}

// TestPrefixesAreBounded.
func TestPrefixesAreBounded(t *testing.T) {
	m, p := scripted.New(conversation), generate.NewPrefixes(3)
	for n := 3; n < 12; n++ {
		if _, err := generate.Run(context.Background(), m, generate.Request{Prompt: text(n), MaxTokens: 2, Prefixes: p}); err != nil {
			t.Fatal(err)
		}
		if p.Len() > 3 {
			t.Fatalf("%d states kept", p.Len())
		}
	}
}
