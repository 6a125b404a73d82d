package tokenizer_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"rowproof/engine/tokenizer"
)

// TestDecoderHoldsBack: what Next returns is never taken back.
func TestDecoderHoldsBack(t *testing.T) {
	tok := open(t, "tiny")
	id := func(content string) int {
		id, ok := tok.ID(content)
		if !ok {
			t.Fatalf("no token %q", content)
		}
		return id
	}
	d := tok.NewDecoder()
	for _, step := range []struct {
		content, want string
	}{
		{"Ġthe", " the"},
		{"Ã", ""},
		{"©", "é"},
		{"ð", ""},
		{"Ł", ""},
		{"ĺ", ""},
		{"Ģ", "😀"},
		{"ð", ""},
		{"Ł", ""},
		{"a", "\ufffda"}, // one replacement for what began as one character
		{"Ģ", "\ufffd"},  // a continuation of nothing
		{"Ã", ""},
		{"<|im_end|>", "\ufffd<|im_end|>"},
		{"â", ""},
	} {
		if got := d.Next(id(step.content)); got != step.want {
			t.Errorf("%q gives %q, want %q", step.content, got, step.want)
		}
	}
	for _, missing := range []int{-1, tok.Size(), 1 << 40} {
		if got := d.Next(missing); got != "" {
			t.Errorf("%d gives %q", missing, got)
		}
	}
	if got := d.Rest(); got != "\ufffd" {
		t.Errorf("rest %q", got)
	}
	if got := d.Rest(); got != "" {
		t.Errorf("rest twice: %q", got)
	}
}

func TestStreamEqualsDecode(t *testing.T) {
	tokenizers := map[string]*tokenizer.Tokenizer{}
	for name := range paths {
		tokenizers[name] = open(t, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		for name, tok := range tokenizers {
			ids := rapid.SliceOfN(rapid.IntRange(-1, tok.Size()+2), 1, 60).Draw(t, name)
			d := tok.NewDecoder()
			var text strings.Builder
			for _, id := range ids {
				some := d.Next(id)
				if !utf8.ValidString(some) {
					t.Fatalf("%d gives %q", id, some)
				}
				text.WriteString(some)
			}
			text.WriteString(d.Rest())
			if got, want := text.String(), tok.Decode(ids); got != want {
				t.Fatalf("streamed %q, decoded %q", got, want)
			}
		}
	})
}

// plainText draws valid text that holds no added token of the tokenizers under test.
func plainText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		text := rapid.OneOf(
			rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return utf8.ValidRune(r) && r < 0x10000 })),
			rapid.StringOf(rapid.RuneFrom([]rune("aeiou THE\n\r\t  01239.,!'’sdé\u0301\u0323\u0327日本語한글가😀👍🏽\u200d"))),
		).Draw(t, "text")
		return strings.NewReplacer("<", "(", "foo", "bar", "endo", "exo", "o\u0301", "o", "ó", "o", "cafe", "coffee", "caf\u00e9", "coffee", "Ġ", "G", "é", "e").Replace(text)
	})
}

func TestDecodeUndoesEncode(t *testing.T) {
	for name := range paths {
		t.Run(name, func(t *testing.T) {
			tok := open(t, name)
			rapid.Check(t, func(t *rapid.T) {
				text := plainText().Draw(t, "text")
				ids, err := tok.Encode(text)
				if err != nil {
					t.Fatal(err)
				}
				want := text
				if name == "nfc" {
					want = norm.NFC.String(text)
				}
				if got := tok.Decode(ids); got != want {
					t.Fatalf("%+q comes back as %+q", text, got)
				}
			})
		})
	}
}
