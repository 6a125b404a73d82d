package harness

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
)

// unpack turns the parts that are vectors as base64 of little-endian bits (f64 and f32
// of the numeric group) into hex words, so that they are compared number by number.
// Anything else is left as it is.
func unpack(name string, raw json.RawMessage) json.RawMessage {
	size := map[string]int{"f64": 8, "f32": 4}[name]
	var text string
	if size == 0 || json.Unmarshal(raw, &text) != nil {
		return raw
	}
	bits, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(bits)%size != 0 {
		return raw
	}
	words := make([]string, 0, len(bits)/size)
	for ; len(bits) > 0; bits = bits[size:] {
		if size == 8 {
			words = append(words, fmt.Sprintf("%016x", binary.LittleEndian.Uint64(bits)))
		} else {
			words = append(words, fmt.Sprintf("%08x", binary.LittleEndian.Uint32(bits)))
		}
	}
	return json.RawMessage(`"` + strings.Join(words, " ") + `"`)
}
