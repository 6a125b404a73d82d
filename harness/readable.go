package harness

import (
	"encoding/json"
	"strings"
)

// Readable writes a value of the part (its Want, Seen or Recorded) for a person:
// floating-point numbers are the shortest decimals that read back as the same bits.
// Text that is no JSON stays as it is, and nil is "absent".
func (p *PartVerdict) Readable(value json.RawMessage) string {
	if value == nil {
		return absent
	}
	raw := unpack(p.Name, value)
	tree, err := parse(raw)
	if err != nil {
		return string(raw)
	}
	var b strings.Builder
	readable(&b, "", tree)
	return b.String()
}

func readable(b *strings.Builder, path string, tree any) {
	switch t := tree.(type) {
	case map[string]any:
		b.WriteByte('{')
		for i, name := range sortedKeys(t, nil) {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(name + ": ")
			readable(b, name, t[name])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range t {
			if i > 0 {
				b.WriteString(", ")
			}
			readable(b, path, item)
		}
		b.WriteByte(']')
	default:
		b.WriteString(readableLeaf(path, tree))
	}
}

func readableLeaf(path string, leaf any) string {
	list, ok := words(path, leaf)
	if !ok || len(list) == 0 {
		return show(leaf)
	}
	for i, word := range list {
		list[i] = number(word)
	}
	if len(list) == 1 {
		return list[0]
	}
	return "[" + strings.Join(list, ", ") + "]"
}
