package oracle

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// F64 is a float64 that a receipt says twice: {"v": shortest decimal or
// "NaN", "Infinity", "-Infinity", "x": 16 hex digits of its bits}. The bits are
// what counts; a v that says something else is a format error.
type F64 float64

// F64s is a vector of float64: {"v": [...], "x": "hex hex ..."}.
type F64s []float64

// F32s is a vector of float32: {"v": [...], "x": "hex hex ..."} with 8 digits
// each. The payload of a NaN is not significant and leaves as 7fc00000.
type F32s []float32

// said is the shared form of the three: v as it stands in the file, x in hex.
type said[V any] struct {
	V V      `json:"v"`
	X string `json:"x"`
}

// spoken writes one number the way a receipt's v does. width is 32 or 64.
func spoken(v float64, width int) json.RawMessage {
	switch {
	case math.IsNaN(v):
		return json.RawMessage(`"NaN"`)
	case math.IsInf(v, 1):
		return json.RawMessage(`"Infinity"`)
	case math.IsInf(v, -1):
		return json.RawMessage(`"-Infinity"`)
	}
	return json.RawMessage(strconv.FormatFloat(v, 'g', -1, width))
}

// agrees reports whether raw, the v of a receipt, is the number spoken wants.
// Both are read as float64: 0.1 said for a float32 is the double 0.1.
func agrees(raw []byte, v float64, width int) bool {
	want := string(spoken(v, width))
	if want[0] == '"' || raw[0] == '"' {
		return string(raw) == want
	}
	a, errA := strconv.ParseFloat(string(raw), 64)
	b, errB := strconv.ParseFloat(want, 64)
	return errA == nil && errB == nil && math.Float64bits(a) == math.Float64bits(b)
}

// parseHex reads exactly digits lower-case hex digits.
func parseHex(s string, digits int) (uint64, error) {
	if len(s) != digits || strings.ToLower(s) != s {
		return 0, badf("%q is not %d lower-case hex digits", s, digits)
	}
	bits, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		return 0, badf("%q is not hex", s)
	}
	return bits, nil
}

// fields splits a hex vector at single spaces; "" has no members.
func fields(x string) []string {
	if x == "" {
		return nil
	}
	return strings.Split(x, " ")
}

func (f *F64) decode(raw []byte) error {
	var s said[rawValue]
	if err := decodeKnown(raw, &s); err != nil {
		return err
	}
	bits, err := parseHex(s.X, 16)
	if err != nil {
		return err
	}
	v := math.Float64frombits(bits)
	if !agrees(s.V, v, 64) {
		return badf("v says %s, x says %s", s.V, spoken(v, 64))
	}
	*f = F64(v)
	return nil
}

// UnmarshalJSON reads the strict form.
func (f *F64) UnmarshalJSON(raw []byte) error { return f.decode(raw) }

// MarshalJSON writes {"v","x"}; every NaN leaves as 7ff8000000000000.
func (f F64) MarshalJSON() ([]byte, error) {
	return json.Marshal(said[json.RawMessage]{spoken(float64(f), 64), hex64(float64(f))})
}

func hex64(v float64) string {
	bits := math.Float64bits(v)
	if math.IsNaN(v) {
		bits = 0x7ff8000000000000
	}
	return pad(strconv.FormatUint(bits, 16), 16)
}

func hex32(v float32) string {
	bits := math.Float32bits(v)
	if v != v {
		bits = 0x7fc00000
	}
	return pad(strconv.FormatUint(uint64(bits), 16), 8)
}

func pad(s string, digits int) string { return strings.Repeat("0", digits-len(s)) + s }

func (f *F64s) decode(raw []byte) error {
	return decodeVector(raw, 64, func(n int) { *f = make(F64s, n) }, func(i int, bits uint64) float64 {
		(*f)[i] = math.Float64frombits(bits)
		return (*f)[i]
	})
}

// UnmarshalJSON reads the strict form.
func (f *F64s) UnmarshalJSON(raw []byte) error { return f.decode(raw) }

// MarshalJSON writes {"v","x"}.
func (f F64s) MarshalJSON() ([]byte, error) {
	return encodeVector(len(f), func(i int) (json.RawMessage, string) { return spoken(f[i], 64), hex64(f[i]) })
}

func (f *F32s) decode(raw []byte) error {
	return decodeVector(raw, 32, func(n int) { *f = make(F32s, n) }, func(i int, bits uint64) float64 {
		(*f)[i] = math.Float32frombits(uint32(bits))
		return float64((*f)[i])
	})
}

// UnmarshalJSON reads the strict form.
func (f *F32s) UnmarshalJSON(raw []byte) error { return f.decode(raw) }

// MarshalJSON writes {"v","x"}.
func (f F32s) MarshalJSON() ([]byte, error) {
	return encodeVector(len(f), func(i int) (json.RawMessage, string) { return spoken(float64(f[i]), 32), hex32(f[i]) })
}

// rawValue keeps a JSON value as it stands.
type rawValue []byte

func (r *rawValue) decode(raw []byte) error { *r = raw; return nil }

func decodeVector(raw []byte, width int, alloc func(n int), set func(i int, bits uint64) float64) error {
	var s said[[]rawValue]
	if err := decodeKnown(raw, &s); err != nil {
		return err
	}
	words := fields(s.X)
	if len(words) != len(s.V) {
		return badf("v has %d values, x has %d", len(s.V), len(words))
	}
	alloc(len(words))
	for i, word := range words {
		bits, err := parseHex(word, width/4)
		if err != nil {
			return err
		}
		if v := set(i, bits); !agrees(s.V[i], v, width) {
			return badf("v[%d] says %s, x says %s", i, s.V[i], spoken(v, width))
		}
	}
	return nil
}

func encodeVector(n int, word func(i int) (json.RawMessage, string)) ([]byte, error) {
	v, x := make([]json.RawMessage, n), make([]string, n)
	for i := range n {
		v[i], x[i] = word(i)
	}
	return json.Marshal(said[[]json.RawMessage]{v, strings.Join(x, " ")})
}
