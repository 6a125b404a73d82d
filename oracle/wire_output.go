package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An answer on the wire is the receipt's out, but forgiving where a receipt says
// something twice or for people only, so that an engine can be written without a
// library:
//   - a float64 or float32 may be {"v","x"}, {"x"} alone, a JSON number, or one of
//     "NaN", "Infinity", "-Infinity"; a vector {"v","x"}, {"x"} or a list of those;
//   - the msg of an error, which is never judged, may be absent.
//
// All else is as strict as in a receipt.

// DecodeWireOutput reads the answer of an engine to a case. The error wraps ErrFormat;
// its text says what is wrong with the answer and where.
func DecodeWireOutput(group, entry, kind string, raw []byte) (Output, error) {
	out, err := decodeWireOutput(group, entry, kind, raw)
	if err != nil {
		return nil, &wireError{err}
	}
	return out, nil
}

func decodeWireOutput(group, entry, kind string, raw []byte) (Output, error) {
	if err := checkJSON(raw); err != nil {
		return nil, err
	}
	full, err := spellOut(raw)
	if err != nil {
		return nil, err
	}
	return DecodeOutput(group, entry, kind, full)
}

// wireError is a format error without the words of ErrFormat: whoever writes an engine
// never saw a receipt.
type wireError struct{ err error }

func (e *wireError) Error() string {
	return strings.ReplaceAll(e.err.Error(), ErrFormat.Error()+": ", "")
}

func (e *wireError) Unwrap() error { return e.err }

// spellingOf says which fields of an out hold floating-point numbers, and how; nil for
// any other. Names mean the same in every group.
func spellingOf(name string) func(raw []byte) ([]byte, error) {
	switch name {
	case "next", "accept_p", "cumsum_last":
		return scalar64
	case "accept":
		return eachOf(scalarOrErr)
	case "p":
		return vectors64
	case "all", "top_p":
		return vector64
	case "u", "g", "log_weights", "lse", "sum":
		return vector32
	default:
		return nil
	}
}

// spellOut turns an answer into the full form of a receipt.
func spellOut(raw []byte) ([]byte, error) {
	raw = bytes.TrimSpace(raw)
	switch raw[0] {
	case '{':
		return spellObject(raw)
	case '[':
		return eachOf(spellOut)(raw)
	default:
		return raw, nil
	}
}

func spellObject(raw []byte) ([]byte, error) {
	said, err := members(raw)
	if err != nil {
		return nil, err
	}
	for name, value := range said {
		spell := spellingOf(name)
		switch {
		case name == "r" && isFloatResult(said["op"]):
			spell = scalar64
		case spell == nil:
			spell = spellOut
		}
		if said[name], err = spell(value); err != nil {
			return nil, at(name, err)
		}
	}
	if said["kind"] != nil && said["msg"] == nil {
		said["msg"] = []byte(`""`)
	}
	return rejoin(said)
}

// isFloatResult reports whether the r beside op is a float: the sum of sum64 has no op,
// and of the calls of an rng case only random gives one.
func isFloatResult(op []byte) bool { return op == nil || string(op) == `"random"` }

// eachOf applies spell to each item of a list, and to a value that is no list.
func eachOf(spell func([]byte) ([]byte, error)) func([]byte) ([]byte, error) {
	return func(raw []byte) ([]byte, error) {
		if raw[0] != '[' {
			return spell(raw)
		}
		items, err := elements(raw)
		if err != nil {
			return nil, err
		}
		list := make([]json.RawMessage, len(items))
		for i, item := range items {
			if list[i], err = spell(item); err != nil {
				return nil, at(fmt.Sprintf("[%d]", i), err)
			}
		}
		return json.Marshal(list)
	}
}

// scalarOrErr is a number, or a refusal in its place.
func scalarOrErr(raw []byte) ([]byte, error) {
	if _, refusal, err := refused(raw); refusal || err != nil {
		return spellOut(raw)
	}
	return scalar64(raw)
}

func scalar64(raw []byte) ([]byte, error) {
	if raw[0] == '{' {
		words, ok, err := bare(raw)
		if err != nil || !ok {
			return raw, err
		}
		if len(words) != 1 {
			return nil, badf("x has %d values, not 1", len(words))
		}
		bits, err := parseHex(words[0], 16)
		if err != nil {
			return nil, err
		}
		return json.Marshal(F64(math.Float64frombits(bits)))
	}
	v, ok, err := parseFloat(raw, 64)
	if err != nil || !ok {
		return raw, err
	}
	return json.Marshal(F64(v))
}

// vectors64 is one vector, or a list of them.
func vectors64(raw []byte) ([]byte, error) {
	if raw[0] == '[' {
		items, err := elements(raw)
		if err != nil {
			return nil, err
		}
		if len(items) > 0 && (items[0][0] == '{' || items[0][0] == '[') {
			return eachOf(vector64)(raw)
		}
	}
	return vector64(raw)
}

func vector64(raw []byte) ([]byte, error) {
	words, ok, err := vector(raw, 64)
	if err != nil || !ok {
		return raw, err
	}
	out := make(F64s, len(words))
	for i, bits := range words {
		out[i] = math.Float64frombits(bits)
	}
	return json.Marshal(out)
}

func vector32(raw []byte) ([]byte, error) {
	words, ok, err := vector(raw, 32)
	if err != nil || !ok {
		return raw, err
	}
	out := make(F32s, len(words))
	for i, bits := range words {
		out[i] = math.Float32frombits(uint32(bits))
	}
	return json.Marshal(out)
}

// vector gives the bits of a vector in one of its short forms; !ok means that it is in
// none.
func vector(raw []byte, width int) (bits []uint64, ok bool, err error) {
	if raw[0] == '{' {
		words, ok, err := bare(raw)
		if err != nil || !ok {
			return nil, false, err
		}
		bits = make([]uint64, len(words))
		for i, word := range words {
			if bits[i], err = parseHex(word, width/4); err != nil {
				return nil, false, err
			}
		}
		return bits, true, nil
	}
	if raw[0] != '[' {
		return nil, false, nil
	}
	items, err := elements(raw)
	if err != nil {
		return nil, false, err
	}
	bits = make([]uint64, len(items))
	for i, item := range items {
		v, ok, err := parseFloat(item, width)
		if err == nil && !ok {
			err = badf("%s where a number belongs", shape(item))
		}
		if err != nil {
			return nil, false, at(fmt.Sprintf("[%d]", i), err)
		}
		if width == 32 {
			bits[i] = uint64(math.Float32bits(float32(v)))
		} else {
			bits[i] = math.Float64bits(v)
		}
	}
	return bits, true, nil
}

// bare gives the words of {"x"} alone; !ok means that raw says something else.
func bare(raw []byte) (words []string, ok bool, err error) {
	said, err := members(raw)
	if err != nil || len(said) != 1 || said["x"] == nil {
		return nil, false, err
	}
	var x string
	if err := decodeKnown(said["x"], &x); err != nil {
		return nil, false, at("x", err)
	}
	return fields(x), true, nil
}

// parseFloat reads a plain number or the name of one that JSON cannot write; !ok means
// that raw is neither.
func parseFloat(raw []byte, width int) (v float64, ok bool, err error) {
	switch string(raw) {
	case `"NaN"`:
		return math.NaN(), true, nil
	case `"Infinity"`:
		return math.Inf(1), true, nil
	case `"-Infinity"`:
		return math.Inf(-1), true, nil
	}
	if raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return 0, false, nil
	}
	v, err = strconv.ParseFloat(string(raw), width)
	if err != nil {
		return 0, false, badf("%s is no float%d", raw, width)
	}
	return v, true, nil
}
