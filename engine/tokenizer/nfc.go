package tokenizer

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// nfc is Unicode Normalization Form C. norm.NFC.String is not quite: after 30
// combining marks it puts in U+034F (Stream-Safe Text Format), which would be
// another text. Its tables are used here, and its quick check. They are newer
// than those of `tokenizers`: a combining mark that Unicode added later is put
// in order here and left where it is there.
func nfc(text string) string {
	done := norm.NFC.QuickSpanString(text)
	if done == len(text) {
		return text
	}
	return text[:done] + string(compose(decompose(text[done:])))
}

// mark is a character and its canonical combining class.
type mark struct {
	r     rune
	class uint8
}

// decompose gives the canonical decomposition in canonical order. Hangul
// syllables stay whole: they compose to themselves.
func decompose(text string) []mark {
	marks := make([]mark, 0, len(text))
	for text != "" {
		p := norm.NFD.PropertiesString(text)
		whole := p.Decomposition()
		if whole == nil {
			whole = []byte(text[:p.Size()])
		}
		text = text[p.Size():]
		for len(whole) > 0 {
			r, size := utf8.DecodeRune(whole)
			marks = append(marks, mark{r, norm.NFD.Properties(whole).CCC()})
			whole = whole[size:]
		}
	}
	order(marks)
	return marks
}

// order sorts each run of combining characters by class (Unicode Standard 3.11, D109).
func order(marks []mark) {
	for from := 0; from < len(marks); {
		to := from
		for to < len(marks) && marks[to].class != 0 {
			to++
		}
		slices.SortStableFunc(marks[from:to], func(a, b mark) int { return int(a.class) - int(b.class) })
		from = to + 1
	}
}

// compose joins each character with the last starter before it unless one of
// the characters between blocks it (Unicode Standard 3.11, D115 to D117).
func compose(marks []mark) []rune {
	text := make([]rune, 0, len(marks))
	starter, blocked := -1, -1 // the last starter; the class of the last character kept after it, -1 if none
	for _, m := range marks {
		if starter >= 0 && blocked < int(m.class) {
			if both, ok := primary(text[starter], m.r); ok {
				text[starter] = both
				continue
			}
		}
		text = append(text, m.r)
		if m.class == 0 {
			starter, blocked = len(text)-1, -1
		} else {
			blocked = int(m.class)
		}
	}
	return text
}

// primary is the primary composite of two characters: what norm makes of them if
// it is one character that decomposes to them again. norm looks pairs up by the
// low 16 bits of both and so also composes U+10041 U+0301, as if it were A.
func primary(a, b rune) (rune, bool) {
	var raw [2 * utf8.UTFMax]byte
	n := utf8.EncodeRune(raw[:], a)
	m := utf8.EncodeRune(raw[n:], b)
	pair := raw[:n+m]
	if norm.NFC.Properties(pair[n:]).BoundaryBefore() {
		return 0, false
	}
	both := norm.NFC.Bytes(pair)
	r, size := utf8.DecodeRune(both)
	if size < len(both) {
		return 0, false
	}
	return r, bytes.Equal(norm.NFD.Bytes(both), norm.NFD.Bytes(pair))
}
