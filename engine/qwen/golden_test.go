package qwen

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"rowproof/engine/model"
)

// golden is what MTPLX computed for one prompt: the last row and hidden state, the
// best token after each token, and three chained rows of the draft head.
type golden struct {
	Prompt     []int     `json:"prompt"`
	LastLogits []float32 `json:"last_logits"`
	LastHidden []float32 `json:"last_hidden"`
	AllArgmax  []int     `json:"all_argmax"`
	Drafts     []struct {
		Input  int       `json:"input"`
		Logits []float32 `json:"logits"`
		Hidden []float32 `json:"hidden"`
	} `json:"drafts"`
}

func readGolden(t *testing.T) golden {
	t.Helper()
	text, err := os.ReadFile("../../receipts/e2e/golden.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(text), "\n")
	var g golden
	if err := json.Unmarshal([]byte(line), &g); err != nil {
		t.Fatal(err)
	}
	if len(g.Prompt) == 0 || len(g.Drafts) != 3 {
		t.Fatalf("%d tokens, %d drafts", len(g.Prompt), len(g.Drafts))
	}
	return g
}

// TestGolden is the distance of our float32 from the oracle's.
func TestGolden(t *testing.T) {
	const bound = 1e-4
	g := readGolden(t)
	m := tiny(t, "tiny-f32")
	distance := func(what string, got, want []float32) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
		}
		most := 0.0
		for i := range got {
			most = max(most, math.Abs(float64(got[i])-float64(want[i])))
		}
		t.Logf("%s: %.2g", what, most)
		if !(most <= bound) {
			t.Errorf("%s: %g from the oracle, more than %g", what, most, bound)
		}
	}

	w := forward(t, newTrunk(t, m), model.Pass{Kind: model.Prefill, Tokens: g.Prompt, Rows: model.AllRows})
	best := make([]int, len(w.Rows))
	for i, row := range w.Rows {
		best[i] = argmax(values(row))
	}
	if !slices.Equal(best, g.AllArgmax) {
		t.Errorf("best tokens %v, want %v", best, g.AllArgmax)
	}
	distance("last row", values(w.Rows[len(w.Rows)-1]), g.LastLogits)
	hidden := w.Hidden.Slice(w.Hidden.Len()-1, w.Hidden.Len())
	distance("last hidden state", hiddenValues(t, m, hidden), g.LastHidden)

	head := newHead(t, m)
	for _, d := range g.Drafts {
		row, next, err := head.Draft(context.Background(), hidden, d.Input)
		if err != nil {
			t.Fatal(err)
		}
		distance("draft row", values(row), d.Logits)
		distance("draft hidden state", hiddenValues(t, m, next), d.Hidden)
		hidden = next
	}
}
