package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// The standard decoder forgives too much for a receipt: it matches names in any
// letter case, lets keys repeat, leaves missing fields zero and reads null as
// "nothing said". Here every key must be known, present (unless its tag says
// omitempty) and said once. A receipt that means something else than it seems
// to mean would make a wrong engine look right.

// selfDecoder is a type whose JSON form is not the one of its Go fields.
type selfDecoder interface{ decode(raw []byte) error }

// checker is a type with rules beyond its shape, run after decoding.
type checker interface{ check() error }

// maxJSONDepth bounds nesting; the deepest real receipt needs seven levels.
const maxJSONDepth = 32

// Decode is the strict reading for formats beside this one (oracle/e2e). Embedded
// structs are part of the object around them, and a json.RawMessage keeps a value as
// it stands. Errors wrap ErrFormat.
func Decode(raw []byte, ptr any) error { return decodeStrict(raw, ptr) }

// decodeStrict fills the value behind ptr from one whole JSON value.
func decodeStrict(raw []byte, ptr any) error {
	if !json.Valid(raw) {
		return badf("no JSON: %s", reason(raw))
	}
	if depth(raw) > maxJSONDepth {
		return badf("nested deeper than %d", maxJSONDepth)
	}
	return decodeKnown(raw, ptr)
}

// decodeKnown is decodeStrict for a part of a value that is known to be JSON.
func decodeKnown(raw []byte, ptr any) error {
	return decodeValue(raw, reflect.ValueOf(ptr).Elem(), "")
}

// reason asks the standard decoder what is wrong with raw.
func reason(raw []byte) string {
	var v json.RawMessage
	if err := json.Unmarshal(raw, &v); err != nil {
		return err.Error()
	}
	return "unknown"
}

func decodeValue(raw []byte, v reflect.Value, path string) error {
	raw = bytes.TrimSpace(raw)
	if v.Kind() == reflect.Pointer {
		if string(raw) == "null" {
			v.SetZero()
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return decodeValue(raw, v.Elem(), path)
	}
	if d, ok := v.Addr().Interface().(selfDecoder); ok {
		if err := d.decode(raw); err != nil {
			return at(path, err)
		}
		return nil
	}
	if m, ok := v.Addr().Interface().(*json.RawMessage); ok {
		*m = raw
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		return decodeStruct(raw, v, path)
	case reflect.Slice:
		return decodeSlice(raw, v, path)
	case reflect.Map:
		return decodeMap(raw, v, path)
	default:
		return decodeLeaf(raw, v, path)
	}
}

func decodeStruct(raw []byte, v reflect.Value, path string) error {
	fields, err := members(raw)
	if err != nil {
		return at(path, err)
	}
	if err := decodeFields(fields, v, path); err != nil {
		return err
	}
	for name := range fields {
		return at(path, badf("unknown field %q", name))
	}
	if c, ok := v.Addr().Interface().(checker); ok {
		if err := c.check(); err != nil {
			return at(path, err)
		}
	}
	return nil
}

// decodeFields takes what belongs to the struct out of fields.
func decodeFields(fields map[string][]byte, v reflect.Value, path string) error {
	for i := range v.NumField() {
		if v.Type().Field(i).Anonymous {
			if err := decodeFields(fields, v.Field(i), path); err != nil {
				return err
			}
			continue
		}
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		value, ok := fields[name]
		delete(fields, name)
		optional := options == "omitempty"
		switch {
		case !ok && optional:
			continue
		case !ok:
			return at(path, badf("field %q is missing", name))
		case optional && string(value) == "null":
			return at(path, badf("field %q is null", name))
		}
		if err := decodeValue(value, v.Field(i), join(path, name)); err != nil {
			return err
		}
		if optional && empty(v.Field(i)) {
			return at(path, badf("field %q says nothing and is left out", name))
		}
	}
	return nil
}

// empty reports whether an optional field holds what its absence means.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Bool:
		return !v.Bool()
	default:
		return false
	}
}

func decodeSlice(raw []byte, v reflect.Value, path string) error {
	items, err := elements(raw)
	if err != nil {
		return at(path, err)
	}
	v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
	for i, item := range items {
		if err := decodeValue(item, v.Index(i), fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

// decodeMap reads an object whose names are data.
func decodeMap(raw []byte, v reflect.Value, path string) error {
	fields, err := members(raw)
	if err != nil {
		return at(path, err)
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(fields)))
	for name, value := range fields {
		item := reflect.New(v.Type().Elem()).Elem()
		if err := decodeValue(value, item, join(path, name)); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(name), item)
	}
	return nil
}

// decodeLeaf reads a string, number or truth value. Null and numbers that do
// not fit are refused.
func decodeLeaf(raw []byte, v reflect.Value, path string) error {
	if string(raw) == "null" {
		return at(path, badf("null"))
	}
	if err := json.Unmarshal(raw, v.Addr().Interface()); err != nil {
		return at(path, badf("%s", strings.TrimPrefix(err.Error(), "json: ")))
	}
	return nil
}

func at(path string, err error) error {
	if path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// members splits a valid JSON object into its keys and raw values. A key that
// is said twice is an error.
func members(raw []byte) (map[string][]byte, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || raw[0] != '{' {
		return nil, badf("%s where an object belongs", shape(raw))
	}
	out := map[string][]byte{}
	rest := skipSpace(raw[1:])
	for rest[0] != '}' {
		end := valueEnd(rest)
		var key string
		if err := json.Unmarshal(rest[:end], &key); err != nil {
			return nil, badf("key: %s", err)
		}
		if _, ok := out[key]; ok {
			return nil, badf("field %q is said twice", key)
		}
		rest = skipSpace(skipSpace(rest[end:])[1:]) // the colon
		end = valueEnd(rest)
		out[key] = rest[:end]
		rest = skipSpace(rest[end:])
		if rest[0] == ',' {
			rest = skipSpace(rest[1:])
		}
	}
	return out, nil
}

// elements splits a valid JSON array into its raw values.
func elements(raw []byte) ([][]byte, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || raw[0] != '[' {
		return nil, badf("%s where a list belongs", shape(raw))
	}
	var out [][]byte
	rest := skipSpace(raw[1:])
	for rest[0] != ']' {
		end := valueEnd(rest)
		out = append(out, rest[:end])
		rest = skipSpace(rest[end:])
		if rest[0] == ',' {
			rest = skipSpace(rest[1:])
		}
	}
	return out, nil
}

// valueEnd is the length of the JSON value at the start of valid JSON.
func valueEnd(raw []byte) int {
	level := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			for i++; raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			level++
			continue
		case '}', ']':
			if level == 0 {
				return i
			}
			level--
		case ',', ':', ' ', '\t', '\n', '\r':
			if level == 0 {
				return i
			}
			continue
		default:
			continue
		}
		if level == 0 {
			return i + 1
		}
	}
	return len(raw)
}

func skipSpace(raw []byte) []byte { return bytes.TrimLeft(raw, " \t\r\n") }

func depth(raw []byte) int {
	level, deepest := 0, 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			for i++; raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			level++
			deepest = max(deepest, level)
		case '}', ']':
			level--
		}
	}
	return deepest
}

func shape(raw []byte) string {
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "a truth value"
	case 'n':
		return "null"
	default:
		return "a number"
	}
}
