package qwen

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

var models = []string{"tiny-f32", "tiny-bf16", "tiny-8l"}

// tokens are n tokens that no test chose.
func tokens(n int, seed uint64) []int {
	r := rand.New(rand.NewPCG(seed, 0))
	out := make([]int, n)
	for i := range out {
		out[i] = r.IntN(384)
	}
	return out
}

// cut forwards tokens in pieces and joins what comes out.
func cut(t fataler, m *Model, ids []int, size func() int) ([]logits.Row, model.Hidden) {
	t.Helper()
	trunk := newTrunk(t, m)
	var rows []logits.Row
	var all model.Hidden = hidden{}
	for len(ids) > 0 {
		n := min(size(), len(ids))
		w := forward(t, trunk, model.Pass{Tokens: ids[:n], Rows: model.AllRows})
		rows, all, ids = append(rows, w.Rows...), all.Concat(w.Hidden), ids[n:]
	}
	return rows, all
}

// TestForwardIsTheSameHoweverItIsCut: batch, single steps and chunks, bit for bit.
func TestForwardIsTheSameHoweverItIsCut(t *testing.T) {
	for _, name := range models {
		t.Run(name, func(t *testing.T) {
			m := tiny(t, name)
			ids := tokens(96, 1)
			rows, states := cut(t, m, ids, func() int { return len(ids) })
			r := rand.New(rand.NewPCG(2, 0))
			for how, size := range map[string]func() int{
				"steps":  func() int { return 1 },
				"fours":  func() int { return 4 },
				"random": func() int { return 1 + r.IntN(9) },
			} {
				again, statesAgain := cut(t, m, ids, size)
				if !sameRows(rows, again) {
					t.Errorf("%s: other rows", how)
				}
				if !sameBits(hiddenValues(t, m, states), hiddenValues(t, m, statesAgain)) {
					t.Errorf("%s: other hidden states", how)
				}
			}
		})
	}
}

// TestForwardBeyondAChunk: a prompt longer than a chunk and than the first room of
// the caches.
func TestForwardBeyondAChunk(t *testing.T) {
	m := tiny(t, "tiny-f32")
	ids := tokens(2*chunk+77, 3)
	at := func(p []int) (logits.Row, []float32) {
		trunk := newTrunk(t, m)
		var states model.Hidden = hidden{}
		for _, n := range p {
			w := forward(t, trunk, model.Pass{Tokens: ids[trunk.Len() : trunk.Len()+n]})
			if len(w.Rows) != 0 || w.Hidden.Len() != n {
				t.Fatalf("%d rows, %d hidden states of %d tokens without rows", len(w.Rows), w.Hidden.Len(), n)
			}
			states = states.Concat(w.Hidden)
		}
		w := forward(t, trunk, model.Pass{Tokens: ids[trunk.Len():], Rows: model.LastRow})
		if len(w.Rows) != 1 || trunk.Len() != len(ids) {
			t.Fatalf("%d rows, length %d", len(w.Rows), trunk.Len())
		}
		return w.Rows[0], hiddenValues(t, m, states.Concat(w.Hidden))
	}
	row, states := at(nil)
	for _, p := range [][]int{{chunk}, {1, 255, 1, 255, 1}, {chunk + 1, chunk - 1}, {len(ids) - 1}} {
		again, statesAgain := at(p)
		if !sameBits(values(row), values(again)) || !sameBits(states, statesAgain) {
			t.Errorf("other values when cut at %v", p)
		}
	}
}

// TestForwardRefuses: nothing has happened after these errors.
func TestForwardRefuses(t *testing.T) {
	m := tiny(t, "tiny-f32")
	trunk := newTrunk(t, m)
	ids := tokens(4, 4)
	forward(t, trunk, model.Pass{Tokens: ids, Capture: true})
	for name, c := range map[string]struct {
		tokens []int
		err    error
	}{
		"none":     {nil, errEmpty},
		"beyond":   {[]int{1, 384}, model.ErrToken},
		"negative": {[]int{-1}, model.ErrToken},
		"too long": {make([]int, 4093), model.ErrContext},
		"both":     {slices.Repeat([]int{-1}, 5000), model.ErrContext},
	} {
		if _, err := trunk.Forward(context.Background(), model.Pass{Tokens: c.tokens, Rows: model.AllRows}); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", name, err, c.err)
		}
	}
	if trunk.Len() != 4 {
		t.Fatalf("length %d", trunk.Len())
	}
	if err := trunk.Keep(3); err != nil {
		t.Error("the latest forward is not the one before the errors:", err)
	}
	got := forward(t, trunk, model.Pass{Tokens: []int{9}, Rows: model.LastRow}).Rows
	want, _ := cut(t, m, append(ids[:3:3], 9), func() int { return 9 })
	if !sameRows(got, want[3:]) {
		t.Error("errors changed the state")
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := trunk.Forward(ctx, model.Pass{Tokens: []int{1}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestForwardToTheEndOfTheContext(t *testing.T) {
	p := partsOf(t)
	p.text["max_position_embeddings"] = 300 // more than the first room, less than twice
	m := load(t, p.write(t))
	trunk := newTrunk(t, m)
	forward(t, trunk, model.Pass{Tokens: tokens(299, 5)})
	forward(t, trunk, model.Pass{Tokens: []int{1}})
	if _, err := trunk.Forward(context.Background(), model.Pass{Tokens: []int{1}}); !errors.Is(err, model.ErrContext) {
		t.Error(err)
	}
	for _, mem := range trunk.memories {
		if mem.delta == nil && mem.cached != 300 {
			t.Errorf("room for %d tokens", mem.cached)
		}
	}
}

// poisoned is a model in which a token makes its own row and hidden state NaN.
func poisoned(t *testing.T, token int) *Model {
	t.Helper()
	p := partsOf(t)
	set(p.tensor(t, "model.language_model.embed_tokens.weight"), token*64+59, 30) // channel of build_note.json
	return load(t, p.write(t))
}

func isNaN(v float32) bool { return v != v }

// TestBrokenHiddenStates: a NaN goes where the arithmetic carries it, and nowhere
// else.
func TestBrokenHiddenStates(t *testing.T) {
	const bad = 382
	m := poisoned(t, bad)
	ids := []int{51, 260, bad, 66, 267}
	trunk := newTrunk(t, m)
	w := forward(t, trunk, model.Pass{Tokens: ids, Rows: model.AllRows})
	for i, row := range w.Rows {
		nan := 0
		for _, v := range values(row) {
			if isNaN(v) {
				nan++
			}
		}
		if want := map[bool]int{true: 384}[ids[i] == bad]; nan != want {
			t.Errorf("row %d has %d NaN, want %d", i, nan, want)
		}
		if got := slices.ContainsFunc(hiddenValues(t, m, w.Hidden.Slice(i, i+1)), isNaN); got != (ids[i] == bad) {
			t.Errorf("hidden state %d: NaN %v", i, got)
		}
	}

	// In the cache of the head it reaches every later row.
	head := newHead(t, m)
	if err := head.Append(context.Background(), w.Hidden.Slice(1, 2), ids[2:3]); err != nil {
		t.Fatal(err)
	}
	before, _, err := head.Draft(context.Background(), w.Hidden.Slice(1, 2), 66)
	if err != nil || slices.ContainsFunc(values(before), isNaN) {
		t.Error("a NaN before there was one:", err)
	}
	if err := head.Append(context.Background(), w.Hidden.Slice(2, 3), ids[3:4]); err != nil {
		t.Fatal(err)
	}
	after, next, err := head.Draft(context.Background(), w.Hidden.Slice(3, 4), 267)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(values(after), func(v float32) bool { return v == v }) {
		t.Error("a draft row that is not all NaN")
	}
	if !slices.ContainsFunc(hiddenValues(t, m, next), isNaN) {
		t.Error("a draft's hidden state without NaN")
	}
}

// TestModelServesManySequences: trunks and heads share nothing that is written.
func TestModelServesManySequences(t *testing.T) {
	m := tiny(t, "tiny-f32")
	want := fingerprint(t, m)
	done := make(chan [][]float32)
	for range 4 {
		go func() { done <- fingerprint(t, m) }()
	}
	for range 4 {
		if got := <-done; !slices.EqualFunc(got, want, sameBits) {
			t.Error("other rows beside other sequences")
		}
	}
}

// TestFullAttentionAlone: a model without recurrent layers goes back without a
// capture.
func TestFullAttentionAlone(t *testing.T) {
	p := partsOf(t)
	p.text["full_attention_interval"] = 1
	p.text["num_hidden_layers"] = 1
	delete(p.text, "layer_types")
	p.drop(func(name string) bool {
		return hasPrefix("model.language_model.layers.0.")(name) || hasPrefix("model.language_model.layers.1.")(name) || hasPrefix("model.language_model.layers.2.")(name)
	})
	p.rename("model.language_model.layers.3.", "model.language_model.layers.0.")
	m := load(t, p.write(t))
	trunk := newTrunk(t, m)
	if trunk.Recurrent() {
		t.Fatal("recurrent")
	}
	ids := tokens(6, 6)
	forward(t, trunk, model.Pass{Tokens: ids})
	if err := trunk.Keep(2); err != nil {
		t.Fatal(err)
	}
	got := forward(t, trunk, model.Pass{Tokens: []int{7}, Rows: model.LastRow}).Rows
	want, _ := cut(t, m, []int{ids[0], ids[1], 7}, func() int { return 3 })
	if !sameRows(got, want[2:]) {
		t.Error("another row after Keep")
	}
}
