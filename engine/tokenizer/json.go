package tokenizer

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
)

// fields are the values of a JSON object by their exact keys. encoding/json
// alone would let the last of two equal keys win and ignore their case.
type fields map[string]json.RawMessage

// object reads a JSON object and refuses a key that is there twice.
func object(data []byte) (fields, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	opening, err := dec.Token()
	if err != nil {
		return nil, broken("%v", err)
	}
	if opening != json.Delim('{') {
		return nil, broken("%.20q where an object is wanted", data)
	}
	found := fields{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, broken("%v", err)
		}
		key, _ := token.(string) // the decoder takes nothing else for a key
		if _, twice := found[key]; twice {
			return nil, broken("key %q twice", key)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, broken("%q: %v", key, err)
		}
		found[key] = value
	}
	if _, err := dec.Token(); err != nil {
		return nil, broken("%v", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, broken("text after the object")
	}
	return found, nil
}

// null says that a key is missing or null.
func (f fields) null(key string) bool {
	return f[key] == nil || bytes.Equal(f[key], []byte("null"))
}

// read stores the value of a key; a missing one is an error.
func (f fields) read(key string, value any) error {
	if f.null(key) {
		return broken("no %q", key)
	}
	if err := json.Unmarshal(f[key], value); err != nil {
		return broken("%q: %v", key, err)
	}
	return nil
}

// choose stores the value of an optional key.
func (f fields) choose(key string, value any) error {
	if f.null(key) {
		return nil
	}
	return f.read(key, value)
}

// part reads a component: its type and its fields; no type if it is null.
func (f fields) part(key string) (string, fields, error) {
	if f.null(key) {
		return "", nil, nil
	}
	return component(f[key])
}

func component(data []byte) (kind string, f fields, err error) {
	if f, err = object(data); err != nil {
		return "", nil, err
	}
	return kind, f, f.read("type", &kind)
}

// number reads an ID: decimal digits, nothing else, below 2^31.
func number(data []byte) (int, error) {
	n, err := strconv.ParseUint(string(data), 10, 31)
	if err != nil {
		return 0, broken("%.40q is no ID", data)
	}
	return int(n), nil
}
