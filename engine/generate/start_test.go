package generate_test

import (
	"context"
	"errors"
	"slices"
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

// clone is a copy to start from: a generation takes its state over.
func clone(t *testing.T, s *model.State) *model.State {
	t.Helper()
	c, err := s.Clone()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestStatesOfAnAnswer are those behind the system prompt, the prompt and the last
// token, however the answer was decoded.
func TestStatesOfAnAnswer(t *testing.T) {
	for _, r := range setups() {
		m := scripted.New(conversation)
		r.Prompt, r.MaxTokens, r.Keep, r.System = text(5), 6, true, 2
		got, err := generate.Run(context.Background(), m, r)
		if err != nil {
			t.Fatalf("%s: %v", name(r), err)
		}
		for _, tc := range []struct {
			what  string
			state *model.State
			n     int
		}{{"system prompt", got.System, 2}, {"prompt", got.Prompt, 5}, {"answer", got.End, 11}} {
			if diff := cmp.Diff(text(tc.n), tc.state.Tokens); diff != "" || tc.state.Trunk.Len() != tc.n {
				t.Errorf("%s: state of the %s, trunk of %d tokens:\n%s", name(r), tc.what, tc.state.Trunk.Len(), diff)
			}
			if r.Committed() != (tc.state.Head != nil) {
				t.Errorf("%s: state of the %s: history %t", name(r), tc.what, tc.state.Head != nil)
			}
		}
		// Checks are forwards: the last token's is one like any other.
		rows := 0
		for _, p := range m.Passes() {
			if p.Rows != model.NoRows {
				rows++
			}
		}
		if rows != got.Forwards {
			t.Errorf("%s: %d forwards with rows, %d reported", name(r), rows, got.Forwards)
		}
		for _, complaint := range m.Complaints() {
			t.Errorf("%s: %s", name(r), complaint)
		}
	}
}

// TestNothingIsForwardedForNobody: without Keep the last token stays where it is.
func TestNothingIsForwardedForNobody(t *testing.T) {
	for _, r := range setups() {
		m := scripted.New(conversation)
		r.Prompt, r.MaxTokens = text(5), 6
		got, err := generate.Run(context.Background(), m, r)
		if err != nil || got.Prompt != nil || got.End != nil {
			t.Errorf("%s: %v, states %v and %v", name(r), err, got.Prompt, got.End)
		}
		if slices.ContainsFunc(m.Passes(), func(p scripted.Pass) bool { return p.Kind == model.Final }) {
			t.Errorf("%s: the last token was forwarded", name(r))
		}
	}
}

// TestASecondTurnGoesOn from the state that the first one left, with the first turn
// decoded in any way.
func TestASecondTurnGoesOn(t *testing.T) {
	for _, first := range setups() {
		for _, second := range setups() {
			m := scripted.New(conversation)
			first.Prompt, first.MaxTokens, first.Keep = text(3), 6, true
			kept, err := generate.Run(context.Background(), m, first)
			if err != nil {
				t.Fatal(err)
			}
			before := len(m.Passes())
			second.Prompt, second.MaxTokens, second.Start = text(14), 6, clone(t, kept.End)
			got, err := generate.Run(context.Background(), m, second)
			if second.Committed() && !first.Committed() {
				if !errors.Is(err, generate.ErrRequest) {
					t.Errorf("%s then %s: without a history: %v", name(first), name(second), err)
				}
				continue
			}
			if diff := cmp.Diff(text(20)[14:], got.Tokens); diff != "" || err != nil {
				t.Errorf("%s then %s: %v\n%s", name(first), name(second), err, diff)
			}
			// Observed as work: the tokens of the prompt that were forwarded again.
			again := 0
			for _, pass := range m.Passes()[before:] {
				if pass.Kind == model.Prefill {
					again += len(pass.Tokens)
				}
			}
			if again != 5 || got.Reused != 9 {
				t.Errorf("%s then %s: %d tokens forwarded, %d reused", name(first), name(second), again, got.Reused)
			}
			for _, complaint := range m.Complaints() {
				t.Errorf("%s then %s: %s", name(first), name(second), complaint)
			}
		}
	}
}

// TestAnExactRepeatForwardsNothing of its prompt, and judges the kept row again.
func TestAnExactRepeatForwardsNothing(t *testing.T) {
	m := scripted.New(conversation)
	r := generate.Request{Prompt: text(5), MaxTokens: 4, Keep: true}
	want, err := generate.Run(context.Background(), m, r)
	if err != nil {
		t.Fatal(err)
	}
	r.Depth, r.Lane, r.Start = 2, generate.Lane{Settle: generate.Reforward, History: generate.Cycle}, want.Prompt
	got, err := generate.Run(context.Background(), m, r)
	if diff := cmp.Diff(want.Tokens, got.Tokens); diff != "" || err != nil || got.Reused != 5 {
		t.Errorf("%v, %d reused\n%s", err, got.Reused, diff)
	}
	s := conversation
	s.Faults = map[scripted.Place]scripted.Fault{{Token: 2}: scripted.NaN}
	broken := scripted.New(s)
	trunk, err := broken.NewTrunk()
	if err != nil {
		t.Fatal(err)
	}
	w, err := trunk.Forward(context.Background(), model.Pass{Kind: model.Prefill, Tokens: text(5), Rows: model.LastRow})
	if err != nil {
		t.Fatal(err)
	}
	r.Start = &model.State{Tokens: text(5), Trunk: trunk, Row: w.Rows[0], Hidden: w.Hidden.Slice(4, 5)}
	if _, err := generate.Run(context.Background(), broken, r); !errors.Is(err, logits.ErrNumerical) {
		t.Errorf("a kept row that is broken: %v", err)
	}
}

// TestTheLastRowIsJudged although no token is read from it: the request fails after
// its tokens were streamed, and leaves no state.
func TestTheLastRowIsJudged(t *testing.T) {
	s := conversation
	s.Faults = map[scripted.Place]scripted.Fault{{Kind: model.Final, Token: 8}: scripted.PosInf}
	for _, cfg := range []struct {
		depth int
		lane  generate.Lane
	}{{0, generate.Lane{}}, {3, generate.Lane{}}, {2, generate.Lane{Settle: generate.Reforward}}} {
		// Eight tokens behind a prompt of three: some way of decoding leaves the last one
		// to be forwarded, the others have its row already.
		got, err := generate.Run(context.Background(), scripted.New(s), generate.Request{Prompt: text(3), MaxTokens: 8, Depth: cfg.depth, Lane: cfg.lane, Keep: true, NoCopy: true})
		var f *generate.Failure
		if !errors.As(err, &f) {
			continue
		}
		if f.Kind != model.Final || f.Streamed != 8 || f.Err.Inf != 1 {
			t.Errorf("depth %d: %v", cfg.depth, err)
		}
		if diff := cmp.Diff(text(11)[3:], got.Streamed); diff != "" || got.Prompt != nil || got.End != nil {
			t.Errorf("depth %d: states %v and %v\n%s", cfg.depth, got.Prompt, got.End, diff)
		}
	}
	_, err := generate.Run(context.Background(), scripted.New(s), generate.Request{Prompt: text(3), MaxTokens: 8, Keep: true})
	if !errors.Is(err, logits.ErrNumerical) {
		t.Errorf("plain decoding always forwards it: %v", err)
	}
}

// TestAStateOfAnotherTextIsRefused.
func TestAStateOfAnotherTextIsRefused(t *testing.T) {
	m := scripted.New(conversation)
	kept, err := generate.Run(context.Background(), m, generate.Request{Prompt: text(5), MaxTokens: 2, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, prompt := range [][]int{text(4), {1, 2, 3, 4, 4, 1}} {
		if _, err := generate.Run(context.Background(), m, generate.Request{Prompt: prompt, MaxTokens: 1, Start: clone(t, kept.Prompt)}); !errors.Is(err, generate.ErrRequest) {
			t.Errorf("%v: error %v", prompt, err)
		}
	}
}
