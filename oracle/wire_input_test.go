package oracle_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

// TestRequestsSurviveTheWire: an engine reads what the receipt asks, bit by bit, and
// nothing of what it answers.
func TestRequestsSurviveTheWire(t *testing.T) {
	for _, f := range allFiles(t) {
		t.Run(f.Header.Group, func(t *testing.T) {
			for _, c := range f.Cases {
				raw, err := oracle.WireInput(c.In)
				if err != nil {
					t.Fatal(err)
				}
				for _, never := range []string{`"b64"`, `"recipe"`, `"r"`, `"out"`, "_b64"} {
					if bytes.Contains(raw, []byte(never)) {
						t.Errorf("%s: %s on the wire", c.ID, never)
					}
				}
				in, err := oracle.DecodeWireInput(c.Group, c.Entry, c.Kind, raw)
				if err != nil {
					t.Fatalf("%s: %v", c.ID, err)
				}
				again, err := oracle.WireInput(in)
				if err != nil || !bytes.Equal(raw, again) {
					t.Fatalf("%s: %v\n%s\n%s", c.ID, err, raw, again)
				}
				// Both directions could be wrong alike: the receipt's form is the witness.
				if want, got := marshal(t, c.In), marshal(t, in); !bytes.Contains(want, []byte(`"recipe"`)) && !bytes.Equal(want, got) {
					t.Fatalf("%s:\n%s\n%s", c.ID, want, got)
				}
				if want, ok := c.In.(*oracle.RNGIn); ok {
					if diff := cmp.Diff(want.Ops, in.(*oracle.RNGIn).Ops); diff != "" {
						t.Fatalf("%s: %s", c.ID, diff)
					}
				}
			}
		})
	}
}

func TestRequestsThatAreRefused(t *testing.T) {
	row := func(text string) string { return `{"row":` + text + `,"kth":0}` }
	argPartition := [3]string{oracle.GroupNumeric, "mx.argpartition(-row,kth)", "argpartition"}
	greedy := [3]string{oracle.GroupGreedy, oracle.EntryGreedy, "ties"}
	stream := [3]string{oracle.GroupRNG, oracle.EntryRNG, "default_rng"}
	ds4 := [3]string{oracle.GroupDS4, oracle.EntryDS4, "normal"}
	for _, tc := range []struct {
		call     [3]string
		raw, why string
	}{
		{[3]string{"numerics", "", ""}, `{}`, `unknown group "numerics"`},
		{argPartition, `{`, "no JSON"},
		{argPartition, strings.Repeat("[", 40) + strings.Repeat("]", 40), "nested deeper"},
		{argPartition, `[]`, "a list where an object belongs"},
		{argPartition, row(`{"dt":"f32","n":2,"hex":"00000000"}`), "row: "},
		{argPartition, row(`{"dt":"f32","n":1,"b64":"AAAAAA=="}`), `field "hex" is missing`},
		{argPartition, row(`{"dt":"f64","n":1,"hex":"00000000"}`), "unknown dtype"},
		{greedy, `{"rows":{"dt":"f32","rows":2,"n":1,"hex":["00000000"]},"rows_kind":[]}`, "2 rows of width 1, 1 in hex"},
		{greedy, `{"rows":{"dt":"f32","rows":1,"n":1,"hex":["0"]},"rows_kind":[]}`, "row 0: "},
		{greedy, `{"rows":{"dt":"f32","rows":1,"n":0,"hex":[""]},"rows_kind":[]}`, "width 0"},
		{greedy, `{"rows":[],"rows_kind":[]}`, "rows: "},
		{stream, `{"seed":"1"}`, `field "ops" is missing`},
		{stream, `{"seed":"x","ops":[]}`, `seed "x"`},
		{stream, `{"seed":"1","ops":[1]}`, "ops[0]: a number where an object belongs"},
		{stream, `{"seed":"1","ops":[{}]}`, "ops[0]: "},
		{stream, `{"seed":"1","ops":[{"op":"shuffle"}]}`, `unknown op "shuffle"`},
		{stream, `{"seed":"1","ops":[{"op":"random","r":1}]}`, `unknown field "r"`},
		{stream, `{"seed":"1","ops":[{"op":"integers","lo":3,"hi":3}]}`, "integers over [3, 3)"},
		{stream, `{"seed":"1","ops":[{"op":"choice","p":{"v":[],"x":""}}]}`, "choice among nothing"},
		{ds4, `{}`, "is missing"},
		{ds4, `{"row_kind":"normal","width":2,"row":{"dt":"f32","n":1,"hex":"00000000"},"temperature":1,"top_k":0,"top_p":1,"min_p":0,"rng_state":"0000000000000001"}`, "width 2"},
	} {
		in, err := oracle.DecodeWireInput(tc.call[0], tc.call[1], tc.call[2], []byte(tc.raw))
		if !errors.Is(err, oracle.ErrFormat) || !strings.Contains(err.Error(), tc.why) || strings.Contains(err.Error(), "receipt") || in != nil {
			t.Errorf("%s: got %v, %v; want %s", tc.raw, in, err, tc.why)
		}
	}
}

func marshal(t testing.TB, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
