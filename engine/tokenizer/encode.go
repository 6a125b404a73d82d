package tokenizer

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// longestText keeps places in a piece within int32: NFC can triple a text.
const longestText = math.MaxInt32 / 3

// Encode gives the IDs of a text; added tokens in the text become their IDs,
// special ones too. Nothing is put before or after. An error is ErrText: text
// that is not valid UTF-8 is refused and not mended, because a prompt with
// replacement characters is another prompt.
func (t *Tokenizer) Encode(text string) ([]int, error) {
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("%w: not valid UTF-8", ErrText)
	}
	if len(text) > longestText {
		return nil, fmt.Errorf("%w: %d bytes are too many", ErrText, len(text))
	}
	e := encoder{t: t}
	for _, outer := range t.raw.cut(text) {
		if outer.token != nil {
			e.ids = append(e.ids, outer.token.id)
			continue
		}
		stretch := outer.text
		if t.nfc {
			stretch = nfc(stretch)
		}
		for _, inner := range t.normalized.cut(stretch) {
			if inner.token != nil {
				e.ids = append(e.ids, inner.token.id)
				continue
			}
			if err := e.split(inner.text, 0); err != nil {
				return nil, err
			}
		}
	}
	return e.ids, nil
}

// encoder is one call of Encode.
type encoder struct {
	t    *Tokenizer
	ids  []int
	work workspace
}

// split hands a text through the patterns from one on: what matches and what
// lies between are pieces of their own.
func (e *encoder) split(text string, from int) error {
	if text == "" {
		return nil
	}
	if from == len(e.t.splits) {
		return e.piece(text)
	}
	matches, err := find(e.t.splits[from], text)
	if err != nil {
		return err
	}
	done := 0
	for _, match := range matches {
		for _, edge := range match {
			if err := e.split(text[done:edge], from+1); err != nil {
				return err
			}
			done = edge
		}
	}
	return e.split(text[done:], from+1)
}

func (e *encoder) piece(text string) (err error) {
	if e.t.whole {
		if id, ok := e.t.vocabulary[spell(text)]; ok {
			e.ids = append(e.ids, id)
			return nil
		}
	}
	e.ids, err = e.t.model.encode(e.ids, text, &e.work)
	return err
}
