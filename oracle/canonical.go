package oracle

import (
	"bytes"
	"encoding/json"
)

// Canonical is the form in which outcomes are compared: compact JSON with
// sorted keys, every {"v","x"} reduced to its bits, and without what is never
// judged: the wording of an error and derived_metal_argmax. It panics on a
// value that does not marshal, which no Part holds.
func Canonical(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("oracle: part does not marshal: " + err.Error())
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber() // tokens and words keep all their digits
	var tree any
	if err := dec.Decode(&tree); err != nil {
		panic("oracle: marshalled part is no JSON: " + err.Error())
	}
	out, err := json.Marshal(reduce(tree))
	if err != nil {
		panic("oracle: reduced part does not marshal: " + err.Error())
	}
	return out
}

func reduce(tree any) any {
	switch t := tree.(type) {
	case []any:
		for i := range t {
			t[i] = reduce(t[i])
		}
	case map[string]any:
		if _, ok := t["v"]; ok && len(t) == 2 && t["x"] != nil {
			return t["x"]
		}
		if _, ok := t["kind"]; ok {
			delete(t, "msg")
		}
		delete(t, "derived_metal_argmax")
		for k := range t {
			t[k] = reduce(t[k])
		}
	}
	return tree
}
