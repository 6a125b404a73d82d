package modelmake

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rowproof/engine/tokenizer"
)

func TestNames(t *testing.T) {
	for id, want := range map[int]string{
		0: "{t0}", 9: "{t9}", 10: "\n", 13: "{t13}", 32: " ", 65: "A", 122: "z", 123: "{t123}", 125: "}", 126: "~",
		127: "{t127}", 128: "{t128}", 256: "{t256}", 300: "{t300}",
	} {
		if got := name(id); got != want {
			t.Errorf("%d is %q, want %q", id, got, want)
		}
	}
}

// TestNoNameBeginsAnother: so a text has one reading.
func TestNoNameBeginsAnother(t *testing.T) {
	names := make([]string, 3000)
	for id := range names {
		names[id] = name(id)
	}
	slices.Sort(names) // what begins with a text stands right behind it
	for i := 1; i < len(names); i++ {
		if strings.HasPrefix(names[i], names[i-1]) {
			t.Errorf("%q begins with %q", names[i], names[i-1])
		}
	}
}

func open(t *testing.T, vocabulary int) *tokenizer.Tokenizer {
	t.Helper()
	data, err := json.Marshal(tokenizerFile(vocabulary))
	if err != nil {
		t.Fatal(err)
	}
	tok, err := tokenizer.Read(strings.NewReader(string(data)), "tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

func TestEveryTokenDecodesToItsName(t *testing.T) {
	for _, vocabulary := range []int{minVocabulary, 384, 1100} {
		tok := open(t, vocabulary)
		if tok.Size() != vocabulary {
			t.Errorf("%d tokens of %d", tok.Size(), vocabulary)
		}
		for id := range vocabulary {
			if got := tok.Decode([]int{id}); got != name(id) {
				t.Errorf("%d decodes to %q, want %q", id, got, name(id))
			}
			if tok.Special(id) {
				t.Errorf("%d is special: a decoder may leave it out", id)
			}
		}
	}
}

// TestTextIsTheListOfTokens: with many of the tokens that names are made of.
func TestTextIsTheListOfTokens(t *testing.T) {
	tok := open(t, 384)
	id := rapid.OneOf(
		rapid.IntRange(0, 383),
		rapid.SampledFrom([]int{'t', '0', '1', '5', '}', '|', ' ', '\n', '\'', 's', 123, 5, 12, 15}),
	)
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOf(id).Draw(t, "ids")
		text := tok.Decode(ids)
		got, err := tok.Encode(text)
		if err != nil || !slices.Equal(got, ids) {
			t.Fatalf("%q is %v, %v", text, got, err)
		}
	})
}

func TestTextWithoutATokenIsRefused(t *testing.T) {
	tok := open(t, 384)
	for _, text := range []string{"{", "a{t999}", "{t5", "é", "\t", "\x7f", "{t05}"} {
		if ids, err := tok.Encode(text); !errors.Is(err, tokenizer.ErrText) {
			t.Errorf("%q is %v, %v", text, ids, err)
		}
	}
}

// TestTemplateTokensAreOneToken: what the template writes around a message.
func TestTemplateTokensAreOneToken(t *testing.T) {
	ids, err := open(t, 384).Encode(name(turnBegin) + "user\nHi" + name(turnEnd) + "\n" + name(turnBegin) + "assistant\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []int{turnBegin, 'u', 's', 'e', 'r', '\n', 'H', 'i', turnEnd, '\n', turnBegin, 'a', 's', 's', 'i', 's', 't', 'a', 'n', 't', '\n'}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Error(diff)
	}
	template := chatTemplate()
	for _, id := range []int{turnBegin, turnEnd} {
		if !strings.Contains(template, name(id)) {
			t.Errorf("%q is not in the template %q", name(id), template)
		}
	}
}
