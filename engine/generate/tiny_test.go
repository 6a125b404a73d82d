package generate_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"
	"pgregory.net/rapid"

	"rowproof/engine/device/cpu"
	"rowproof/engine/generate"
	engine "rowproof/engine/model"
	"rowproof/engine/qwen"
	"rowproof/harness/modelmake"
)

// tinyModels makes random models as they are asked for, each once.
func tinyModels(t *testing.T) func(seed uint64, shape int) *qwen.Model {
	dir, made := t.TempDir(), map[string]*qwen.Model{}
	return func(seed uint64, shape int) *qwen.Model {
		name := fmt.Sprintf("%d-%d", seed, shape)
		if m, ok := made[name]; ok {
			return m
		}
		o := modelmake.DefaultOptions()
		o.Seed = seed
		switch shape {
		case 1:
			o.Layers, o.Interval, o.Hidden, o.DType = 3, 3, 32, "bfloat16"
		case 2:
			o.Layers, o.Interval, o.Heads, o.KVHeads, o.LinearValueHeads = 4, 2, 6, 3, 2
		}
		folder := filepath.Join(dir, name)
		if err := modelmake.Make(t.Context(), folder, o); err != nil {
			t.Fatal(err)
		}
		m, err := qwen.Load(folder, cpu.New())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = m.Close() })
		made[name] = m
		return m
	}
}

// TestGreedyIsTheSameOnRandomModels: drafts, lanes, copied blocks and kept prefixes
// change nothing of what a real model says.
func TestGreedyIsTheSameOnRandomModels(t *testing.T) {
	model := tinyModels(t)
	rapid.Check(t, func(t *rapid.T) {
		m := model(rapid.Uint64Range(0, 3).Draw(t, "seed"), rapid.IntRange(0, 2).Draw(t, "shape"))
		token := rapid.IntRange(0, 300)
		prompt := rapid.SliceOfN(token, 1, 24).Draw(t, "prompt")
		for range rapid.IntRange(0, 2).Draw(t, "repeats") { // something to copy
			prompt = append(prompt, prompt...)
		}
		plain := generate.Request{Prompt: prompt, MaxTokens: rapid.IntRange(1, 20).Draw(t, "max")}
		if rapid.Bool().Draw(t, "penalties") {
			plain.Presence, plain.Frequency = 0.7, 0.4
		}
		want, err := generate.Run(context.Background(), m, plain)
		if err != nil {
			t.Fatal(err)
		}
		r := plain
		r.Depth = rapid.IntRange(1, generate.MaxDepth).Draw(t, "depth")
		r.Lane = rapid.SampledFrom(generate.Lanes).Draw(t, "lane")
		r.NoCopy = rapid.Bool().Draw(t, "no copy")
		r.Keep = rapid.Bool().Draw(t, "keep")
		for turn := range 2 { // the second one forwards nothing of its prompt
			got, err := generate.Run(context.Background(), m, r)
			if diff := cmp.Diff(want.Tokens, got.Tokens); diff != "" || err != nil {
				t.Fatalf("turn %d: %v\n%s", turn, err, diff)
			}
			if !r.Keep {
				return
			}
			if wantReused := turn * len(prompt); got.Reused != wantReused {
				t.Fatalf("turn %d: %d tokens reused, want %d", turn, got.Reused, wantReused)
			}
			r.Start = got.Prompt
		}
	})
}

// TestASecondTurnOfARandomModel goes on from any state that the first one left, as a
// cold run would.
func TestASecondTurnOfARandomModel(t *testing.T) {
	model := tinyModels(t)
	rapid.Check(t, func(t *rapid.T) {
		m := model(rapid.Uint64Range(0, 3).Draw(t, "seed"), rapid.IntRange(0, 2).Draw(t, "shape"))
		tokens := rapid.SliceOfN(rapid.IntRange(0, 300), 1, 16)
		setup := func(label string) generate.Request {
			return generate.Request{
				MaxTokens: rapid.IntRange(1, 12).Draw(t, label+" max"), Depth: rapid.IntRange(0, generate.MaxDepth).Draw(t, label+" depth"),
				Lane: rapid.SampledFrom(generate.Lanes).Draw(t, label+" lane"), Keep: true,
			}
		}
		first := setup("first")
		first.Prompt = tokens.Draw(t, "prompt")
		first.System = rapid.IntRange(0, len(first.Prompt)).Draw(t, "system")
		kept, err := generate.Run(context.Background(), m, first)
		if err != nil {
			t.Fatal(err)
		}
		second := setup("second")
		second.Prompt = append(append(append([]int{}, first.Prompt...), kept.Tokens...), tokens.Draw(t, "more")...)
		want, err := generate.Run(context.Background(), m, second)
		if err != nil {
			t.Fatal(err)
		}
		for _, state := range []*engine.State{kept.System, kept.Prompt, kept.End} {
			if state == nil || second.Committed() && state.Head == nil {
				continue
			}
			warm := second
			if warm.Start, err = state.Clone(); err != nil {
				t.Fatal(err)
			}
			got, err := generate.Run(context.Background(), m, warm)
			if diff := cmp.Diff(want.Tokens, got.Tokens); diff != "" || err != nil || got.Reused != len(state.Tokens) {
				t.Fatalf("from %d tokens: %v, %d reused\n%s", len(state.Tokens), err, got.Reused, diff)
			}
		}
	})
}

// TestAStateServesSeveralAtOnce: run with the race detector.
func TestAStateServesSeveralAtOnce(t *testing.T) {
	m := tinyModels(t)(0, 0)
	r := generate.Request{Prompt: []int{84, 104, 101, 32, 99, 97, 116}, MaxTokens: 12, Depth: 3, Keep: true}
	want, err := generate.Run(context.Background(), m, r)
	if err != nil {
		t.Fatal(err)
	}
	var group conc.WaitGroup
	for range 4 {
		group.Go(func() {
			again := r
			var err error
			if again.Start, err = want.Prompt.Clone(); err != nil {
				t.Error(err)
				return
			}
			got, err := generate.Run(context.Background(), m, again)
			if diff := cmp.Diff(want.Tokens, got.Tokens); diff != "" || err != nil {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
	group.Wait()
}
