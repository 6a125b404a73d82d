package oracle_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"rowproof/oracle"
)

// TestF64Text reads and writes the recorded forms.
func TestF64Text(t *testing.T) {
	for _, tc := range []struct {
		text string
		bits uint64
	}{
		{`{"v":0.95,"x":"3fee666666666666"}`, 0x3fee666666666666},
		{`{"v":0.0,"x":"0000000000000000"}`, 0},
		{`{"v":-0.0,"x":"8000000000000000"}`, 0x8000000000000000},
		{`{"v":5e-324,"x":"0000000000000001"}`, 1},
		{`{"v":"Infinity","x":"7ff0000000000000"}`, 0x7ff0000000000000},
		{`{"v":"-Infinity","x":"fff0000000000000"}`, 0xfff0000000000000},
		{`{"v":"NaN","x":"7ff8000000000000"}`, 0x7ff8000000000000},
	} {
		var f oracle.F64
		if err := json.Unmarshal([]byte(tc.text), &f); err != nil {
			t.Errorf("%s: %v", tc.text, err)
			continue
		}
		if got := math.Float64bits(float64(f)); got != tc.bits {
			t.Errorf("%s: bits %016x", tc.text, got)
		}
	}
}

// TestFloatTextRefuses finds every way in which v and x can disagree.
func TestFloatTextRefuses(t *testing.T) {
	for _, text := range []string{
		`{"v":0.5,"x":"3fee666666666666"}`,
		`{"v":0.0,"x":"8000000000000000"}`,
		`{"v":"NaN","x":"7ff0000000000000"}`,
		`{"v":0.95,"x":"7ff8000000000000"}`,
		`{"v":"0.95","x":"3fee666666666666"}`,
		`{"v":null,"x":"3fee666666666666"}`,
		`{"v":0.95,"x":"3FEE666666666666"}`,
		`{"v":0.95,"x":"3fee66666666666"}`,
		`{"v":0.95,"x":"+fee666666666666"}`,
		`{"v":0.95}`,
		`{"x":"3fee666666666666"}`,
		`{"v":0.95,"x":"3fee666666666666","y":1}`,
		`0.95`,
	} {
		var f oracle.F64
		if err := json.Unmarshal([]byte(text), &f); !errors.Is(err, oracle.ErrFormat) {
			t.Errorf("%s gives %v, %v; want ErrFormat", text, f, err)
		}
	}
	for _, text := range []string{
		`{"v":[1.0],"x":""}`,
		`{"v":[],"x":"3f800000"}`,
		`{"v":[1.0,1.0],"x":"3f800000  3f800000"}`,
		`{"v":[0.10000000149011612],"x":"3dcccccd"}`, // not the shortest: 0.1 is
		`{"v":1.0,"x":"3f800000"}`,
	} {
		var f oracle.F32s
		if err := json.Unmarshal([]byte(text), &f); !errors.Is(err, oracle.ErrFormat) {
			t.Errorf("%s gives %v, %v; want ErrFormat", text, f, err)
		}
	}
}

// TestFloatsComeBack writes any vector and reads its bits back; NaN comes back
// as the one NaN a receipt knows.
func TestFloatsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.Uint64()).Draw(t, "words")
		wide, narrow := make(oracle.F64s, len(words)), make(oracle.F32s, len(words))
		for i, w := range words {
			wide[i] = math.Float64frombits(w)
			narrow[i] = math.Float32frombits(uint32(w))
		}
		var wideBack oracle.F64s
		var narrowBack oracle.F32s
		recode(t, wide, &wideBack)
		recode(t, narrow, &narrowBack)
		for i := range words {
			if a, b := wide[i], wideBack[i]; a == a && math.Float64bits(a) != math.Float64bits(b) || a != a && math.Float64bits(b) != 0x7ff8000000000000 {
				t.Fatalf("%x became %x", math.Float64bits(a), math.Float64bits(b))
			}
			if a, b := narrow[i], narrowBack[i]; a == a && math.Float32bits(a) != math.Float32bits(b) || a != a && math.Float32bits(b) != 0x7fc00000 {
				t.Fatalf("%x became %x", math.Float32bits(a), math.Float32bits(b))
			}
		}
	})
}

func recode(t *rapid.T, from, into any) {
	raw, err := json.Marshal(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
}
