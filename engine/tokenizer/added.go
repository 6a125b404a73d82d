package tokenizer

import (
	"encoding/json"
	"strconv"
)

// addedToken is an entry of added_tokens: a text that is one token wherever it
// stands.
type addedToken struct {
	id         int
	content    string
	special    bool
	normalized bool // matched in normalized text, by its normalized content
	word       bool // not matched next to a letter, a digit or an underscore
	lstrip     bool // takes the white space before it
	rstrip     bool // and after it
}

func parseAdded(top fields) ([]addedToken, error) {
	var elements []json.RawMessage
	if err := top.choose("added_tokens", &elements); err != nil {
		return nil, err
	}
	tokens := make([]addedToken, 0, len(elements))
	for i, element := range elements {
		token, err := parseAddedToken(element)
		if err != nil {
			return nil, in("entry "+strconv.Itoa(i), err)
		}
		tokens = append(tokens, token)
	}
	return tokens, nil
}

func parseAddedToken(data []byte) (addedToken, error) {
	var a addedToken
	f, err := object(data)
	if err != nil {
		return a, err
	}
	if a.id, err = number(f["id"]); err != nil {
		return a, err
	}
	for key, value := range map[string]any{
		"content":     &a.content,
		"special":     &a.special,
		"normalized":  &a.normalized,
		"single_word": &a.word,
		"lstrip":      &a.lstrip,
		"rstrip":      &a.rstrip,
	} {
		if err := f.read(key, value); err != nil {
			return a, err
		}
	}
	if a.content == "" {
		return a, broken("no content")
	}
	return a, nil
}
