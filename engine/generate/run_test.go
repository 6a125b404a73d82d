package generate_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/harness/scripted"
)

var sampled = sample.Config{Temperature: 0.8, TopP: 0.95, TopK: 5}

// run generates on a script and holds the loop to what every generation must keep.
func run(t rapid.TB, s scripted.Script, r generate.Request) (generate.Result, []generate.Event, *scripted.Model, error) {
	t.Helper()
	m := scripted.New(s)
	var events []generate.Event
	var streamed []int
	r.Prompt = s.Prompt
	r.OnEvent = func(e generate.Event) { events = append(events, e) }
	r.OnTokens = func(tokens []int) error { streamed = append(streamed, tokens...); return nil }
	if r.Sampling.Temperature > 0 {
		r.Stream = numpy.New(7)
	}
	got, err := generate.Run(context.Background(), m, r)
	if diff := cmp.Diff(streamed, got.Streamed); diff != "" {
		t.Errorf("streamed and Result.Streamed (-streamed +result):\n%s", diff)
	}
	// The oracle leaves a gap in the history where a block could not be kept.
	gap := slices.ContainsFunc(events, func(e generate.Event) bool { return e.Copied != nil && e.Copied.Disabled })
	for _, complaint := range m.Complaints() {
		if !gap || !strings.HasPrefix(complaint, "history goes") {
			t.Errorf("the model complains: %s", complaint)
		}
	}
	return got, events, m, err
}

// setups are all ways to decode.
func setups() []generate.Request {
	all := []generate.Request{{}}
	for _, lane := range generate.Lanes {
		for depth := 1; depth <= generate.MaxDepth; depth++ {
			all = append(all, generate.Request{Depth: depth, Lane: lane}, generate.Request{Depth: depth, Lane: lane, NoCopy: true})
		}
	}
	return all
}

func name(r generate.Request) string {
	return fmt.Sprintf("depth %d, %v, copy %t", r.Depth, r.Lane, !r.NoCopy)
}

// TestGreedyIsTheSameInEveryWay: drafts and copied blocks may only change how long
// an answer takes.
func TestGreedyIsTheSameInEveryWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		token := rapid.IntRange(0, 3)
		s := scripted.Script{
			Prompt: rapid.SliceOfN(token, 1, 40).Draw(t, "prompt"),
			Answer: rapid.SliceOfN(token, 30, 40).Draw(t, "answer"),
			Drafts: rapid.MapOfN(rapid.IntRange(0, 30), rapid.IntRange(0, 4), 0, 20).Draw(t, "drafts"),
			Flat:   rapid.Bool().Draw(t, "flat"),
		}
		r := rapid.SampledFrom(setups()).Draw(t, "setup")
		r.MaxTokens = rapid.IntRange(1, 30).Draw(t, "max")
		r.Stop = rapid.SliceOfN(rapid.IntRange(0, 5), 0, 2).Draw(t, "stop")
		if rapid.Bool().Draw(t, "sampled") {
			r.Sampling = sampled // a row with one high logit leaves no choice
		}
		got, _, _, err := run(t, s, r)
		if err != nil {
			t.Fatal(err)
		}
		want, finish := s.Answer[:r.MaxTokens], generate.FinishLength
		if i := slices.IndexFunc(want, func(token int) bool { return slices.Contains(r.Stop, token) }); i >= 0 {
			want, finish = want[:i+1], generate.FinishStop
		}
		if diff := cmp.Diff(want, got.Tokens); diff != "" || got.Finish != finish {
			t.Errorf("tokens (-want +got), finish %s, want %s:\n%s", got.Finish, finish, diff)
		}
	})
}

// TestBrokenRowsFail puts a broken row at every place of a generation. Where the
// loop computes it, the request fails before a token of that forward is out.
func TestBrokenRowsFail(t *testing.T) {
	text := scripted.Script{Prompt: []int{5, 1, 2, 3, 4, 5, 6, 1, 2}, Answer: []int{3, 4, 5, 6, 1, 2, 5, 6, 3, 3, 2, 1}, Drafts: map[int]int{6: 0, 8: 0}}
	faults := []scripted.Fault{scripted.NaN, scripted.OneNaN, scripted.PosInf, scripted.AllNeg}
	for _, r := range setups() {
		for _, kind := range []model.Kind{"", model.Draft} {
			for at := range 8 {
				for _, fault := range faults {
					for _, cfg := range []sample.Config{{}, sampled} {
						s, r := text, r
						r.Sampling, r.MaxTokens = cfg, 10
						s.Faults = map[scripted.Place]scripted.Fault{{Kind: kind, Token: at}: fault}
						got, _, m, err := run(t, s, r)
						if kind == model.Draft && !drafted(m, s, at) {
							continue // the loop had no use for that draft
						}
						var f *generate.Failure
						if !errors.As(err, &f) {
							t.Errorf("%s, %s at %q %d: error %v", name(r), fault, kind, at, err)
							continue
						}
						if !errors.Is(err, logits.ErrNumerical) || f.Streamed != len(got.Streamed) || !slices.Equal(got.Streamed, s.Answer[:len(got.Streamed)]) || len(got.Streamed) > at {
							t.Errorf("%s, %s at %q %d: %v after %v", name(r), fault, kind, at, err, got.Streamed)
						}
						if kind == model.Draft && f.Kind != model.Draft {
							t.Errorf("%s: failed in a %s forward", name(r), f.Kind)
						}
					}
				}
			}
		}
	}
}

// drafted reports whether the head was asked for a token of the answer: with the one
// before it as the text has it, or as the head guesses it.
func drafted(m *scripted.Model, s scripted.Script, at int) bool {
	return slices.ContainsFunc(m.Passes(), func(p scripted.Pass) bool {
		return p.Kind == model.Draft && p.Behind == len(s.Prompt)+at-1
	})
}

// TestLegalMasksChangeNothing: -Inf beside the winner is a grammar at work.
func TestLegalMasksChangeNothing(t *testing.T) {
	s := scripted.Script{Prompt: []int{1}, Answer: []int{3, 4, 5, 6, 1, 2}, Faults: map[scripted.Place]scripted.Fault{}}
	for at := range 6 {
		s.Faults[scripted.Place{Token: at}] = scripted.Mask
		s.Faults[scripted.Place{Kind: model.Draft, Token: at}] = scripted.Mask
	}
	for _, r := range setups() {
		for _, cfg := range []sample.Config{{}, sampled} {
			r.Sampling, r.MaxTokens = cfg, 6
			got, _, _, err := run(t, s, r)
			if diff := cmp.Diff(s.Answer, got.Tokens); diff != "" || err != nil {
				t.Errorf("%s: %v\n%s", name(r), err, diff)
			}
		}
	}
}

// TestARowBehindARejectionFails: the row would never be read, and is judged all the
// same, before a uniform is drawn for those before it.
func TestARowBehindARejectionFails(t *testing.T) {
	for _, lane := range generate.Lanes {
		s := scripted.Script{
			Prompt: []int{1}, Answer: []int{2, 3, 4, 5, 6}, Drafts: map[int]int{1: 0},
			Faults: map[scripted.Place]scripted.Fault{{Kind: model.Verify, Token: 3}: scripted.NaN},
		}
		got, events, _, err := run(t, s, generate.Request{MaxTokens: 5, Depth: 3, Lane: lane, Sampling: sampled})
		var f *generate.Failure
		if !errors.As(err, &f) || f.Kind != model.Verify || f.Row != 2 || f.Rows != 4 {
			t.Fatalf("%v: %v", lane, err)
		}
		if want := "verify row 2 of 4"; f.Err.Boundary != want {
			t.Errorf("boundary %q, want %q", f.Err.Boundary, want)
		}
		if diff := cmp.Diff([]int{2}, got.Streamed); diff != "" {
			t.Errorf("streamed (-want +got):\n%s", diff)
		}
		var uniforms int
		for _, d := range events[len(events)-1].Draws {
			if !d.Choice {
				uniforms++
			}
		}
		if uniforms != 0 || f.Draws != 4 { // the primary's and three drafts' choices
			t.Errorf("%v: %d draws, %d uniforms; want 4 and 0", lane, f.Draws, uniforms)
		}
	}
}

// TestRepairRowFails: the second forward of the batched lanes is judged too.
func TestRepairRowFails(t *testing.T) {
	s := scripted.Script{
		Prompt: []int{1}, Answer: []int{2, 3, 4, 5, 6}, Drafts: map[int]int{2: 0},
		Faults: map[scripted.Place]scripted.Fault{{Kind: model.Repair, Token: 2}: scripted.AllNeg, {Kind: model.Repair, Token: 3}: scripted.AllNeg},
	}
	for _, cfg := range []sample.Config{{}, sampled} {
		got, _, _, err := run(t, s, generate.Request{MaxTokens: 5, Depth: 3, Lane: generate.Lane{Settle: generate.Reforward}, Sampling: cfg})
		var f *generate.Failure
		if !errors.As(err, &f) || f.Kind != model.Repair || f.Row != f.Rows-1 || f.Err.Inf != scripted.Vocabulary {
			t.Errorf("error %v", err)
		}
		if diff := cmp.Diff([]int{2}, got.Streamed); diff != "" {
			t.Errorf("what the window accepted is out (-want +got):\n%s", diff)
		}
	}
}

// TestRequestsAreRefused before anything is computed.
func TestRequestsAreRefused(t *testing.T) {
	s := scripted.Script{Prompt: []int{1, 2}, Answer: []int{1}, Context: 8}
	good := generate.Request{Prompt: []int{1}, MaxTokens: 1}
	for name, change := range map[string]func(*generate.Request){
		"no prompt":             func(r *generate.Request) { r.Prompt = nil },
		"prompt of the context": func(r *generate.Request) { r.Prompt = make([]int, 8) },
		"token beyond":          func(r *generate.Request) { r.Prompt = []int{scripted.Vocabulary} },
		"negative token":        func(r *generate.Request) { r.Prompt = []int{-1} },
		"no tokens":             func(r *generate.Request) { r.MaxTokens = 0 },
		"depth 4":               func(r *generate.Request) { r.Depth = 4 },
		"negative depth":        func(r *generate.Request) { r.Depth = -1 },
		"no stream":             func(r *generate.Request) { r.Sampling.Temperature = 1 },
		"top_p 2": func(r *generate.Request) {
			r.Sampling = sample.Config{Temperature: 1, TopP: 2}
			r.Stream = numpy.New(1)
		},
	} {
		m := scripted.New(s)
		r := good
		change(&r)
		if _, err := generate.Run(context.Background(), m, r); !errors.Is(err, generate.ErrRequest) {
			t.Errorf("%s: error %v", name, err)
		}
		if n := len(m.Passes()); n != 0 {
			t.Errorf("%s: %d forwards", name, n)
		}
	}
	if _, err := generate.Run(context.Background(), scripted.New(scripted.Script{Headless: true}), generate.Request{Prompt: []int{1}, MaxTokens: 1, Depth: 1}); !errors.Is(err, model.ErrNoHead) {
		t.Errorf("a model without a head: %v", err)
	}
}

// TestTheContextEndsTheAnswer instead of failing it.
func TestTheContextEndsTheAnswer(t *testing.T) {
	for _, r := range setups() {
		r.MaxTokens = 100
		got, _, _, err := run(t, scripted.Script{Prompt: []int{1, 2, 3}, Answer: []int{4, 5, 6, 1, 2, 3}, Context: 8}, r)
		if diff := cmp.Diff([]int{4, 5, 6, 1, 2}, got.Tokens); diff != "" || err != nil || got.Finish != generate.FinishLength {
			t.Errorf("%s: %v, %v\n%s", name(r), err, got.Finish, diff)
		}
	}
}

// TestPaddingIsNoNumericalError: the model may have more rows than the tokenizer has
// texts, and IDs below the highest may lack one too.
func TestPaddingIsNoNumericalError(t *testing.T) {
	for _, r := range setups() {
		r.MaxTokens, r.Known = 5, func(token int) bool { return token != 6 }
		got, _, _, err := run(t, scripted.Script{Prompt: []int{1}, Answer: []int{2, 3, 6, 1, 2}}, r)
		if !errors.Is(err, generate.ErrPadding) || errors.Is(err, logits.ErrNumerical) {
			t.Errorf("%s: %v", name(r), err)
		}
		if slices.Contains(got.Streamed, 6) {
			t.Errorf("%s: streamed %v", name(r), got.Streamed)
		}
	}
}

// TestCancelling ends a generation between two forwards.
func TestCancelling(t *testing.T) {
	cause := errors.New("the client is gone")
	for _, r := range setups() {
		ctx, cancel := context.WithCancelCause(context.Background())
		r.Prompt, r.MaxTokens = []int{1}, 5
		r.OnTokens = func([]int) error { cancel(cause); return nil }
		if got, err := generate.Run(ctx, scripted.New(scripted.Script{Prompt: r.Prompt, Answer: []int{1, 2, 3, 4, 5}}), r); !errors.Is(err, cause) || len(got.Tokens) != 1 {
			t.Errorf("%s: %v after %v", name(r), err, got.Tokens)
		}
		r.OnTokens = func([]int) error { return cause }
		if _, err := generate.Run(context.Background(), scripted.New(scripted.Script{Prompt: r.Prompt, Answer: []int{1, 2, 3, 4, 5}}), r); !errors.Is(err, cause) {
			t.Errorf("%s: %v", name(r), err)
		}
		cancel(nil)
	}
}

// TestPenaltiesCountTheTokensAhead: a verify row sees the drafts before it as
// generated. Nine 3s cost what its logit is above the others.
func TestPenaltiesCountTheTokensAhead(t *testing.T) {
	s := scripted.Script{Prompt: []int{1}, Answer: slices.Repeat([]int{3}, 20)}
	want := append(slices.Repeat([]int{3}, 9), 0, 1, 2, 3, 4, 5, 6)
	for _, r := range setups() {
		r.Prompt, r.MaxTokens, r.Presence, r.Frequency = s.Prompt, len(want), 2, 2
		got, err := generate.Run(context.Background(), scripted.New(s), r)
		if diff := cmp.Diff(want, got.Tokens); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name(r), err, diff)
		}
	}
}

// short is a model that computes a row too few or too many.
type short struct {
	model.Model
	by int
}

func (s short) NewTrunk() (model.Trunk, error) {
	t, err := s.Model.NewTrunk()
	return shortTrunk{t, s.by}, err
}

type shortTrunk struct {
	model.Trunk
	by int
}

func (t shortTrunk) Forward(ctx context.Context, p model.Pass) (model.Window, error) {
	w, err := t.Trunk.Forward(ctx, p)
	if p.Rows != model.NoRows && p.Kind != model.Prefill {
		w.Rows = append(w.Rows, w.Rows[0])[:len(w.Rows)+t.by]
	}
	return w, err
}

// TestAMissingRowIsNoOtherRow: the loop takes nothing on trust.
func TestAMissingRowIsNoOtherRow(t *testing.T) {
	s := scripted.Script{Prompt: []int{1}, Answer: []int{2, 3, 4, 5, 6}}
	for _, by := range []int{-1, 1} {
		for _, r := range setups() {
			r.Prompt, r.MaxTokens = s.Prompt, 5
			if got, err := generate.Run(context.Background(), short{scripted.New(s), by}, r); !errors.Is(err, generate.ErrWindow) || len(got.Tokens) != 1 {
				t.Errorf("%s, %+d row: %v after %v", name(r), by, err, got.Tokens)
			}
		}
	}
}

// TestCallbacksMayDoAsTheyLike with what they are given.
func TestCallbacksMayDoAsTheyLike(t *testing.T) {
	s := scripted.Script{Prompt: []int{5, 1, 2, 3, 4, 5, 6, 1, 2}, Answer: []int{3, 4, 5, 6, 1, 2, 5, 6, 3, 3, 2, 1}, Drafts: map[int]int{6: 0, 8: 0}}
	for _, r := range setups() {
		m := scripted.New(s)
		r.Prompt, r.MaxTokens, r.Sampling, r.Stream = s.Prompt, 12, sampled, numpy.New(7)
		r.OnTokens = func(tokens []int) error {
			for i := range tokens {
				tokens[i] = 7
			}
			return nil
		}
		r.OnEvent = func(e generate.Event) {
			if e.Bonus != nil {
				*e.Bonus = 7
			}
			if e.Copied != nil && e.Copied.Correction != nil {
				*e.Copied.Correction = 7
			}
		}
		got, err := generate.Run(context.Background(), m, r)
		if diff := cmp.Diff(s.Answer, got.Streamed); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name(r), err, diff)
		}
	}
}

// TestNothingOfAFailedRoundIsOut: a row can be healthy and leave no mass at an extreme
// temperature, which shows only when it is read.
func TestNothingOfAFailedRoundIsOut(t *testing.T) {
	s := scripted.Script{Prompt: []int{1}, Answer: []int{2, 3, 4, 5, 6}}
	m := hot{scripted.New(s)}
	got, err := generate.Run(context.Background(), m, generate.Request{
		Prompt: s.Prompt, MaxTokens: 5, Depth: 3, Stream: numpy.New(1),
		Sampling: sample.Config{Temperature: 1e-307, TopK: 5},
	})
	if !errors.Is(err, logits.ErrNumerical) {
		t.Fatalf("error %v", err)
	}
	if diff := cmp.Diff([]int{2}, got.Streamed); diff != "" {
		t.Errorf("streamed (-want +got):\n%s", diff)
	}
}

// hot has logits in the last row of a window that a temperature of 1e-307 makes infinite.
type hot struct{ model.Model }

func (h hot) NewTrunk() (model.Trunk, error) {
	t, err := h.Model.NewTrunk()
	return hotTrunk{t}, err
}

type hotTrunk struct{ model.Trunk }

func (t hotTrunk) Forward(ctx context.Context, p model.Pass) (model.Window, error) {
	w, err := t.Trunk.Forward(ctx, p)
	for i, row := range w.Rows {
		values := make([]float32, row.Width())
		row.Float32s(values)
		for j := range values {
			values[j] /= 10
			if p.Kind == model.Verify && i == len(w.Rows)-1 {
				values[j] *= 1000
			}
		}
		w.Rows[i] = logits.F32(values)
	}
	return w, err
}
