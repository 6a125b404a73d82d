package tokenizer

import "strings"

// letters spells every byte as a visible character, as GPT-2 does: printable
// Latin-1 as itself, the other 68 bytes in ascending order from U+0100 on.
var letters = func() (spelled [256]rune) {
	next := rune(256)
	for b := range spelled {
		if b >= '!' && b <= '~' || b >= 0xa1 && b != 0xad {
			spelled[b] = rune(b)
			continue
		}
		spelled[b] = next
		next++
	}
	return spelled
}()

// bytesOf is the inverse of letters.
var bytesOf = func() map[rune]byte {
	inverse := make(map[rune]byte, len(letters))
	for b, letter := range letters {
		inverse[letter] = byte(b)
	}
	return inverse
}()

// spell is the byte-level spelling of a text.
func spell(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		b.WriteRune(letters[c])
	}
	return b.String()
}

// unspell is the text that a token stands for. A token with a character outside
// the byte alphabet stands for itself. This holds for added tokens too: one that
// is spelled in the alphabet throughout, such as é, decodes to bytes.
func unspell(content string) string {
	text := make([]byte, 0, len(content))
	for _, letter := range content {
		b, ok := bytesOf[letter]
		if !ok {
			return content
		}
		text = append(text, b)
	}
	return string(text)
}
