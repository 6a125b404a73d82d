package tokenizer

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestNFC(t *testing.T) {
	for text, want := range map[string]string{
		"cafe\u0301":         "café",
		"a\u0301\u0323":      "\u1ea1\u0301", // reordered, then composed
		"\u1100\u1161\u11a8": "각",
		"\uac00\u11a8":       "각",
		"\u212b":             "\u00c5",        // singletons are replaced
		"\u0958":             "\u0915\u093c",  // composition exclusions stay apart
		"a\u0310\u0301":      "a\u0310\u0301", // blocked by a mark of the same class
		"q" + strings.Repeat("\u0301\u0323\u0308\u0324", 10): "q" + strings.Repeat("\u0323\u0324", 10) + strings.Repeat("\u0301\u0308", 10),
		"\U00010041\u0301":                 "\U00010041\u0301",
		"a" + strings.Repeat("\u0301", 40): "á" + strings.Repeat("\u0301", 39), // no U+034F
	} {
		if got := nfc(text); got != want {
			t.Errorf("%+q becomes %+q, want %+q", text, got, want)
		}
	}
}

// TestNFCEqualsNorm: on texts that norm has right, few marks in a row and none
// on supplementary characters.
func TestNFCEqualsNorm(t *testing.T) {
	bases := []rune("aeoAEOqüéẹ각가각のはかキנبक한 \n1<")
	marks := []rune("\u0300\u0301\u0302\u0308\u0323\u0327\u0328\u031b\u0338\u0345\u3099\u309a\u093c\u05b4\u0651\u064b\u11a8\u1161")
	letter := rapid.OneOf(rapid.SampledFrom(bases), rapid.SampledFrom(marks), rapid.Rune().Filter(func(r rune) bool { return r < 0x10000 }))
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.OneOf(rapid.SliceOfN(letter, 0, 9), rapid.SliceOfN(letter, 10, 12)).Draw(t, "text"))
		if got, want := nfc(text), norm.NFC.String(text); got != want {
			t.Fatalf("%+q becomes %+q, want %+q", text, got, want)
		}
	})
}

func TestNFCOfManyMarksIsQuick(t *testing.T) {
	text := "a" + strings.Repeat("\u0323\u0307", 50_000)
	quickly(t, func() { nfc(text) })
}
