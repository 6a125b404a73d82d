package tokenizer

import (
	"testing"
	"unicode"
)

func TestAlphabetIsInvertible(t *testing.T) {
	for b, letter := range letters {
		if bytesOf[letter] != byte(b) {
			t.Errorf("%U stands for %#x, want %#x", letter, bytesOf[letter], b)
		}
		if !unicode.IsPrint(letter) || unicode.IsSpace(letter) {
			t.Errorf("%U cannot be seen", letter)
		}
	}
	if len(bytesOf) != len(letters) {
		t.Errorf("%d letters", len(bytesOf))
	}
}

func TestUnspell(t *testing.T) {
	for content, want := range map[string]string{
		"Ġthe":       " the",
		"æĹ¥":        "日",
		"é":          "\xe9", // in the alphabet
		"<|im_end|>": "<|im_end|>",
		"Ġ日":         "Ġ日", // not in it throughout
		"a b":        "a b",
		"":           "",
	} {
		if got := unspell(content); got != want {
			t.Errorf("%q stands for %q, want %q", content, got, want)
		}
	}
	if got := unspell(spell("a\x00\xff ü\n")); got != "a\x00\xff ü\n" {
		t.Errorf("%q", got)
	}
}
