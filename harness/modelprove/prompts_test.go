package modelprove

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPromptsAreTokensAndTheSameAgain(t *testing.T) {
	seen := map[int]bool{}
	for _, g := range groups {
		list := g.prompts(384, 4096)
		if diff := cmp.Diff(list, g.prompts(384, 4096)); diff != "" {
			t.Error(diff)
		}
		for i, tokens := range list {
			if len(tokens) != g.lengths[i] || slices.Min(tokens) < 0 || slices.Max(tokens) >= 384 {
				t.Errorf("%s: %d", g.name, tokens)
			}
			for _, token := range tokens {
				seen[token] = true
			}
		}
	}
	if len(seen) < 300 {
		t.Errorf("%d tokens of 384 are met", len(seen))
	}
}

func TestPromptsFitTheContext(t *testing.T) {
	for _, tokens := range groups[3].prompts(384, 7) {
		if len(tokens) != 7 {
			t.Errorf("%d", tokens)
		}
	}
}
