package explain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"rowproof/oracle"
)

// tooLong is where the text of a parameter is cut.
const tooLong = 120

// parameters lists what a case asks beside its rows, one "name value" per line, in
// the order of the receipt. cfg is laid flat.
func parameters(c *oracle.Case) ([]string, error) {
	raw, err := json.Marshal(c.In)
	if err != nil {
		return nil, err
	}
	if in, ok := c.In.(*oracle.RNGIn); ok {
		return []string{"seed " + in.Seed, fmt.Sprintf("calls %d", len(in.Ops))}, nil
	}
	return flatten(raw)
}

func flatten(raw json.RawMessage) ([]string, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil { // the opening brace
		return nil, err
	}
	var lines []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		name := key.(string)
		switch {
		case isDrawn(name):
		case name == "cfg":
			inner, err := flatten(value)
			if err != nil {
				return nil, err
			}
			lines = append(lines, inner...)
		default:
			lines = append(lines, name+" "+cut(brief(value), tooLong))
		}
	}
	return lines, nil
}

// isDrawn reports whether a field of a request is shown as a picture.
func isDrawn(name string) bool {
	switch name {
	case "row", "rows", "target", "draft", "f64", "f32", "row_f32le_b64":
		return true
	}
	return false
}

// brief writes JSON for a reader: every {"v","x"} is its decimal value, and strings
// stand without quotes.
func brief(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return string(raw)
	}
	if s, ok := said(tree).(string); ok {
		return s
	}
	text, err := json.Marshal(said(tree))
	if err != nil {
		return string(raw)
	}
	return string(text)
}

func said(tree any) any {
	switch t := tree.(type) {
	case map[string]any:
		if v, ok := t["v"]; ok && len(t) == 2 && t["x"] != nil {
			return v
		}
		for k := range t {
			t[k] = said(t[k])
		}
	case []any:
		for i := range t {
			t[i] = said(t[i])
		}
	}
	return tree
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return fmt.Sprintf("%s... (%d characters)", strings.ToValidUTF8(s[:n], ""), len(s))
}
