package oracle_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"rowproof/oracle"
)

// TestAnswersMeanTheSameInEverySpelling writes each record as an engine may: in full,
// by bits alone, and in plain numbers.
func TestAnswersMeanTheSameInEverySpelling(t *testing.T) {
	spellings := map[string]func(number object) any{
		"in full":       func(n object) any { return n },
		"by bits alone": func(n object) any { return object{"x": n["x"]} },
		"plain":         func(n object) any { return n["v"] },
	}
	for _, f := range allFiles(t) {
		t.Run(f.Header.Group, func(t *testing.T) {
			for _, c := range f.Cases {
				record := marshal(t, c.Out)
				for name, spell := range spellings {
					text := marshal(t, respell(tree(t, record), spell))
					out, err := oracle.DecodeWireOutput(c.Group, c.Entry, c.Kind, text)
					if err != nil {
						t.Fatalf("%s %s: %v", c.ID, name, err)
					}
					if want := marshal(t, out); !bytes.Equal(plainMessages(t, record), plainMessages(t, want)) {
						t.Fatalf("%s %s:\n%s\n%s", c.ID, name, record, want)
					}
				}
			}
		})
	}
}

// respell rewrites each {"v","x"} and drops the wording of errors.
func respell(v any, spell func(object) any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = respell(v[i], spell)
		}
	case object:
		if v["x"] != nil && v["v"] != nil {
			return spell(v)
		}
		if v["kind"] != nil {
			delete(v, "msg")
		}
		for name := range v {
			v[name] = respell(v[name], spell)
		}
	}
	return v
}

// plainMessages is a record without the wording of errors, keys sorted.
func plainMessages(t testing.TB, raw []byte) []byte {
	t.Helper()
	return oracle.Canonical(respell(tree(t, raw), func(n object) any { return n }))
}

func TestAnswersThatDoNotRead(t *testing.T) {
	ordinary := [3]string{oracle.GroupOrdinary, oracle.EntryOrdinary, "normal"}
	batch := [3]string{oracle.GroupBatched, oracle.EntryBatched, "all_good"}
	mixed := [3]string{oracle.GroupMixed, oracle.EntryMixed, "ss:plain"}
	draws := func(next string) string {
		draw := `{"tok":1,"next":` + next + `}`
		return `{"draws":[` + draw + `,` + draw + `,` + draw + `],"dist":null}`
	}
	for _, tc := range []struct {
		call     [3]string
		raw, why string
	}{
		{ordinary, `{"draws":NaN}`, "no JSON"},
		{ordinary, `null`, "null where an object belongs"},
		{ordinary, `{"draws":[],"draws":[]}`, `field "draws" is said twice`},
		{ordinary, draws(`"nan"`), `a string where an object belongs`},
		{ordinary, draws(`1e999`), "1e999 is no float64"},
		{ordinary, draws(`true`), "a truth value where an object belongs"},
		{ordinary, draws(`{"x":"3ff"}`), `"3ff" is not 16 lower-case hex digits`},
		{ordinary, draws(`{"x":"3FF0000000000000"}`), "lower-case"},
		{ordinary, draws(`{"x":"3ff0000000000000 3ff0000000000000"}`), "x has 2 values, not 1"},
		{ordinary, draws(`{"x":1}`), "x: "},
		{ordinary, draws(`{"v":1,"x":"3fe0000000000000"}`), "v says 1, x says 0.5"},
		{ordinary, draws(`{"v":1}`), `field "x" is missing`},
		{batch, `{"ids":[[1]],"p":[["one"]],"draws":[]}`, "p: [0]: [0]: a string where a number belongs"},
		{batch, `{"ids":[[1]],"p":[1],"draws":[]}`, "p: an object where a list belongs"},
		{batch, `{"ids":[[1]],"p":[{"x":"1"}],"draws":[]}`, "not 16 lower-case hex digits"},
		{mixed, `{"accept":[{"err":{"kind":"Surprise"}}],"residual":{},"verify":[]}`, `unknown kind of error "Surprise"`},
	} {
		out, err := oracle.DecodeWireOutput(tc.call[0], tc.call[1], tc.call[2], []byte(tc.raw))
		if !errors.Is(err, oracle.ErrFormat) || out != nil {
			t.Errorf("%s: got %v, %v", tc.raw, out, err)
			continue
		}
		if text := err.Error(); !strings.Contains(text, tc.why) || strings.Contains(text, "receipt") {
			t.Errorf("%s: got %s; want %s", tc.raw, text, tc.why)
		}
	}
}

// FuzzDecodeWireOutput: whatever an engine writes is an answer or an error.
func FuzzDecodeWireOutput(f *testing.F) {
	for _, file := range allFiles(f) {
		c := file.Cases[0]
		f.Add(c.Group, c.Entry, c.Kind, marshal(f, c.Out))
	}
	f.Fuzz(func(t *testing.T, group, entry, kind string, raw []byte) {
		out, err := oracle.DecodeWireOutput(group, entry, kind, raw)
		if (out == nil) == (err == nil) || err != nil && !errors.Is(err, oracle.ErrFormat) {
			t.Fatalf("got %v, %v", out, err)
		}
		if out != nil {
			for _, p := range out.Parts() {
				oracle.Canonical(p.Value)
			}
		}
	})
}
