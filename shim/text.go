package shim

import (
	"strings"

	"rowproof/engine/tokenizer"
)

// text makes the text of an answer, up to the first of some strings that end it.
type text struct {
	decoder *tokenizer.Decoder
	stops   []string
	held    string // may be the beginning of a stop string
	tokens  int    // taken
	length  int    // bytes decoded, or, once ended, of the text
	ended   bool   // by a stop string
}

func newText(t *tokenizer.Tokenizer, stops []string) *text {
	return &text{decoder: t.NewDecoder(), stops: stops}
}

// next takes a token and returns what is text for good.
func (t *text) next(id int) string {
	t.tokens++
	return t.take(t.decoder.Next(id))
}

// rest ends the text. What was held back was no stop string.
func (t *text) rest() string {
	if t.ended {
		return ""
	}
	out := t.take(t.decoder.Rest())
	out += t.held
	t.held = ""
	return out
}

func (t *text) take(piece string) string {
	before := t.length - len(t.held)
	t.length += len(piece)
	t.held += piece
	end := -1
	for _, s := range t.stops {
		if i := strings.Index(t.held, s); i >= 0 && (end < 0 || i < end) {
			end = i
		}
	}
	if end >= 0 {
		out := t.held[:end]
		t.held, t.length, t.ended = "", before+end, true
		return out
	}
	keep := 0
	for _, s := range t.stops {
		for n := min(len(s)-1, len(t.held)); n > keep; n-- {
			if strings.HasSuffix(t.held, s[:n]) {
				keep = n
			}
		}
	}
	out := t.held[:len(t.held)-keep]
	t.held = t.held[len(t.held)-keep:]
	return out
}

// sure is how many bytes of the text were returned.
func (t *text) sure() int { return t.length - len(t.held) }
