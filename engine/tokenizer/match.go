package tokenizer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// added finds added tokens in a text: a tree of their bytes.
type added struct {
	next  map[byte]*added
	token *addedToken
}

// insert adds a token under the form that is to be matched; false if another one
// has that form.
func (a *added) insert(form string, token *addedToken) bool {
	for i := range len(form) {
		child := a.next[form[i]]
		if child == nil {
			child = &added{}
			if a.next == nil {
				a.next = map[byte]*added{}
			}
			a.next[form[i]] = child
		}
		a = child
	}
	if a.token != nil {
		return false
	}
	a.token = token
	return true
}

// longest is the longest token that the text begins with, and its length.
func (a *added) longest(text string) (token *addedToken, length int) {
	for i := range len(text) {
		if a = a.next[text[i]]; a == nil {
			break
		}
		if a.token != nil {
			token, length = a.token, i+1
		}
	}
	return token, length
}

// part is an added token or a stretch of text without one.
type part struct {
	token *addedToken
	text  string
}

// cut divides a text at its added tokens, from left to right, the longest first
// at each place. A match that is not a word of its own is skipped as a whole.
func (a *added) cut(text string) []part {
	var parts []part
	done := 0 // how much of the text the parts cover
	for at := 0; at < len(text); {
		token, length := a.longest(text[at:])
		if token == nil {
			at++
			continue
		}
		from, to := at, at+length
		at = to
		if token.word && (endsInWord(text[:from]) || startsInWord(text[to:])) {
			continue
		}
		if token.lstrip && done < from {
			from = done + len(strings.TrimRightFunc(text[done:from], unicode.IsSpace))
		}
		if token.rstrip {
			// Another token may have taken white space beyond this one's end.
			to = max(to, done)
			to = len(text) - len(strings.TrimLeftFunc(text[to:], unicode.IsSpace))
		}
		if done < from {
			parts = append(parts, part{text: text[done:from]})
		}
		parts = append(parts, part{token: token})
		done = to
	}
	if done < len(text) {
		parts = append(parts, part{text: text[done:]})
	}
	return parts
}

func endsInWord(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	return size > 0 && inWord(r)
}

func startsInWord(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size > 0 && inWord(r)
}

// inWord is the \w of Unicode Technical Standard 18, annex C.
func inWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc,
		unicode.Other_Alphabetic, unicode.Join_Control)
}
