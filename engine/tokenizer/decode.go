package tokenizer

import (
	"strings"
	"unicode/utf8"
)

// Decode gives the text of IDs: the bytes of their tokens, one after the other,
// special tokens included. An ID without a token adds nothing. Bytes that are
// not UTF-8 become one U+FFFD for each longest run that could have begun a
// character, as the Unicode Standard recommends (chapter 3, "U+FFFD substitution
// of maximal subparts").
func (t *Tokenizer) Decode(ids []int) string {
	var text strings.Builder
	d := t.NewDecoder()
	for _, id := range ids {
		text.WriteString(d.Next(id))
	}
	text.WriteString(d.Rest())
	return text.String()
}

// Decoder decodes one token at a time. All that Next returned and what Rest
// returns at the end are the text that Decode gives.
type Decoder struct {
	t    *Tokenizer
	held []byte // the beginning of a character
}

// NewDecoder begins a text.
func (t *Tokenizer) NewDecoder() *Decoder { return &Decoder{t: t} }

// Next returns the text that this token completes. A character whose last bytes
// are still to come is held back.
func (d *Decoder) Next(id int) string {
	if id < 0 || id >= len(d.t.texts) {
		return ""
	}
	d.held = append(d.held, d.t.texts[id]...)
	if utf8.Valid(d.held) {
		text := string(d.held)
		d.held = d.held[:0]
		return text
	}
	text, rest := mend(d.held)
	d.held = append(d.held[:0], rest...)
	return text
}

// Rest ends the text: a character that was held back is broken.
func (d *Decoder) Rest() string {
	if len(d.held) == 0 {
		return ""
	}
	d.held = d.held[:0]
	return string(utf8.RuneError)
}

// mend returns what is whole or broken for good, and the rest that may become a
// character yet.
func mend(raw []byte) (text string, rest []byte) {
	var b strings.Builder
	for utf8.FullRune(raw) {
		r, size := utf8.DecodeRune(raw)
		if r == utf8.RuneError && size == 1 {
			for size < len(raw) && !utf8.FullRune(raw[:size+1]) {
				size++
			}
		}
		b.WriteRune(r)
		raw = raw[size:]
	}
	return b.String(), raw
}
