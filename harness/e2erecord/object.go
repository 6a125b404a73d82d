package e2erecord

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
)

// Object is a JSON object that keeps the order of its fields and, until it is changed,
// its text.
type Object struct {
	names  []string
	values map[string]json.RawMessage
	text   []byte // nil once changed
}

// UnmarshalJSON refuses a name that stands twice.
func (o *Object) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return errors.Join(errors.New("no JSON object"), err)
	}
	*o = Object{values: map[string]json.RawMessage{}, text: bytes.Clone(text)}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		name := token.(string) // the decoder gives nothing else here
		if _, twice := o.values[name]; twice {
			return fmt.Errorf("%q stands twice", name)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		o.names = append(o.names, name)
		o.values[name] = value
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON object")
	}
	return nil
}

// MarshalJSON gives the text it was read from, if that still holds.
func (o Object) MarshalJSON() ([]byte, error) {
	if o.text != nil {
		return o.text, nil
	}
	var b bytes.Buffer
	for i, name := range o.names {
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		b.WriteString([]string{"{", ","}[min(i, 1)])
		b.Write(key)
		b.WriteByte(':')
		b.Write(o.values[name])
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// has reports whether there is a field of that name, null or not.
func (o *Object) has(name string) bool {
	_, ok := o.values[name]
	return ok
}

// get decodes a field. One that is missing leaves into as it is.
func (o *Object) get(name string, into any) error {
	raw, ok := o.values[name]
	if !ok {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// set puts a field, at the end if it is new.
func (o *Object) set(name string, value any) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if !o.has(name) {
		o.names = append(o.names, name)
	}
	o.values[name], o.text = raw, nil
	return nil
}

func (o *Object) remove(name string) {
	o.names = slices.DeleteFunc(o.names, func(n string) bool { return n == name })
	delete(o.values, name)
	o.text = nil
}

// clone gives an object whose changes leave the first as it is.
func (o *Object) clone() *Object {
	c := &Object{names: slices.Clone(o.names), values: map[string]json.RawMessage{}, text: o.text}
	for name, value := range o.values {
		c.values[name] = value
	}
	return c
}

func sortedNames[V any](fields map[string]V) []string { return slices.Sorted(maps.Keys(fields)) }

// sameJSON compares two texts by their values.
func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
