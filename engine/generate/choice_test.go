package generate_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
)

// TestChoicesAndEnough: every token of an answer comes with the row it was read from,
// the same one in every lane, and an answer that is cut short is a beginning of the
// whole one, with the states of what there is.
func TestChoicesAndEnough(t *testing.T) {
	model := tinyModels(t)
	rapid.Check(t, func(t *rapid.T) {
		m := model(rapid.Uint64Range(0, 3).Draw(t, "seed"), rapid.IntRange(0, 2).Draw(t, "shape"))
		prompt := rapid.SliceOfN(rapid.IntRange(0, 300), 1, 12).Draw(t, "prompt")
		for range rapid.IntRange(0, 2).Draw(t, "repeats") {
			prompt = append(prompt, prompt...)
		}
		r := generate.Request{Prompt: prompt, MaxTokens: 16, Keep: true}
		if rapid.Bool().Draw(t, "penalties") {
			r.Presence, r.Frequency = 0.7, 0.4
		}
		if rapid.Bool().Draw(t, "sampled") {
			r.Sampling.Temperature, r.Sampling.TopK = 1, 20
		}
		r.Depth = rapid.IntRange(0, generate.MaxDepth).Draw(t, "depth")
		r.Lane = rapid.SampledFrom(generate.Lanes).Draw(t, "lane")
		type choice struct {
			token int
			row   []float32
		}
		run := func(r generate.Request) (generate.Result, []choice) {
			var chosen []choice
			r.Stream = numpy.New(3)
			r.OnChoice = func(at, token int, row logits.Checked) {
				values := make([]float32, row.Width())
				row.Float32s(values)
				chosen = append(chosen[:at], choice{token, values})
			}
			got, err := generate.Run(context.Background(), m, r)
			if err != nil {
				t.Fatal(err)
			}
			if len(chosen) < len(got.Tokens) {
				t.Fatalf("%d choices for %d tokens", len(chosen), len(got.Tokens))
			}
			return got, chosen[:len(got.Tokens)]
		}
		whole, chosen := run(r)
		text := slices.Concat(prompt, whole.Tokens)
		for i, c := range chosen {
			if c.token != whole.Tokens[i] {
				t.Fatalf("token %d is %d, its choice was %d", i, whole.Tokens[i], c.token)
			}
		}
		// Read plainly, each row is the one behind the text before it.
		i := rapid.IntRange(0, len(chosen)-1).Draw(t, "place")
		if r.Presence == 0 {
			_, plain := run(generate.Request{Prompt: text[:len(prompt)+i], MaxTokens: 1})
			if diff := cmp.Diff(plain[0].row, chosen[i].row); diff != "" {
				t.Fatalf("the row of token %d\n%s", i, diff)
			}
		}

		enough, seen := rapid.IntRange(1, 16).Draw(t, "enough"), 0
		r.OnTokens = func(tokens []int) error {
			if seen += len(tokens); seen >= enough {
				return generate.ErrEnough
			}
			return nil
		}
		short, _ := run(r)
		if n := len(short.Tokens); n > len(whole.Tokens) || !slices.Equal(short.Tokens, whole.Tokens[:n]) || n < min(enough, len(whole.Tokens)) || seen >= enough && short.Finish != generate.FinishStop {
			t.Fatalf("enough at %d: %v, %s, of %v", enough, short.Tokens, short.Finish, whole.Tokens)
		}
		if diff := cmp.Diff(slices.Concat(prompt, short.Tokens), short.End.Tokens); diff != "" {
			t.Fatal(diff)
		}
		// What goes on from there says what a cold run says.
		on := generate.Request{Prompt: short.End.Tokens, MaxTokens: 3, Depth: r.Depth, Lane: r.Lane}
		cold, _ := run(on)
		on.Start = short.End
		if on.Committed() && short.End.Head == nil {
			return
		}
		warm, _ := run(on)
		if diff := cmp.Diff(cold.Tokens, warm.Tokens); diff != "" || warm.Reused != len(on.Prompt) {
			t.Fatalf("%d reused\n%s", warm.Reused, diff)
		}
	})
}
