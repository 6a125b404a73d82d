package tokenizer

import (
	"strings"
	"testing"
)

// TestCutIsQuick: tokens that take the white space around them, in a text that
// is nothing else.
func TestCutIsQuick(t *testing.T) {
	tree := &added{}
	for _, token := range []*addedToken{
		{content: " ", lstrip: true, rstrip: true},
		{content: "\n", rstrip: true},
		{content: strings.Repeat("\t", 50)},
	} {
		if !tree.insert(token.content, token) {
			t.Fatal(token.content)
		}
	}
	for _, white := range []string{" ", "\n", "\t", " \n"} {
		text := strings.Repeat(white, 300_000/len(white)) + "x"
		quickly(t, func() {
			parts := tree.cut(text)
			if last := parts[len(parts)-1]; !strings.HasSuffix(last.text, "x") {
				t.Errorf("%q: ends in %+v", white, last)
			}
		})
	}
}
