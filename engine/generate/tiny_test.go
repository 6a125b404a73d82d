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
		if err := modelmake.Make(folder, o); err != nil {
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
		r.Prefixes = generate.NewPrefixes(4)
		for turn := range 2 { // the second one forwards nothing of its prompt
			got, err := generate.Run(context.Background(), m, r)
			if diff := cmp.Diff(want.Tokens, got.Tokens); diff != "" || err != nil {
				t.Fatalf("turn %d: %v\n%s", turn, err, diff)
			}
			if wantReused := turn * len(prompt); got.Reused != wantReused {
				t.Fatalf("turn %d: %d tokens reused, want %d", turn, got.Reused, wantReused)
			}
		}
	})
}

// TestPrefixesServeSeveralAtOnce: run with the race detector.
func TestPrefixesServeSeveralAtOnce(t *testing.T) {
	m := tinyModels(t)(0, 0)
	r := generate.Request{Prompt: []int{84, 104, 101, 32, 99, 97, 116}, MaxTokens: 12, Depth: 3, Prefixes: generate.NewPrefixes(8)}
	want, err := generate.Run(context.Background(), m, r)
	if err != nil {
		t.Fatal(err)
	}
	r.Prompt, r.MaxTokens = append(r.Prompt, want.Tokens[:6]...), 6
	var group conc.WaitGroup
	for range 4 {
		group.Go(func() {
			got, err := generate.Run(context.Background(), m, r)
			if diff := cmp.Diff(want.Tokens[6:], got.Tokens); diff != "" || err != nil {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
	group.Wait()
}
