package oracle

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// anyJSON draws a JSON value with strings that hold every special letter.
func anyJSON(levels int) *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.Just[any](nil),
		rapid.Bool().AsAny(),
		rapid.Float64Range(-1e6, 1e6).AsAny(),
		rapid.StringOf(rapid.RuneFrom([]rune("a\"\\{}[],: \n\u2028é"))).AsAny(),
	)
	if levels == 0 {
		return leaf
	}
	inner := anyJSON(levels - 1)
	return rapid.OneOf(
		leaf,
		rapid.SliceOfN(inner, 0, 4).AsAny(),
		rapid.MapOfN(rapid.StringMatching(`[a-d"\\{:]{0,3}`), inner, 0, 4).AsAny(),
	)
}

// TestSplitsAsTheStandardDecoderDoes splits objects and lists into the members
// the standard decoder finds, in compact and in spaced form.
func TestSplitsAsTheStandardDecoderDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyJSON(3).Draw(t, "value")
		raw, err := json.Marshal(v)
		if rapid.Bool().Draw(t, "spaced") {
			raw, err = json.MarshalIndent(v, " ", "\t")
		}
		if err != nil {
			t.Fatal(err)
		}
		switch v.(type) {
		case map[string]any:
			var want map[string]json.RawMessage
			if err := json.Unmarshal(raw, &want); err != nil {
				t.Fatal(err)
			}
			got, err := members(raw)
			if err != nil || len(got) != len(want) {
				t.Fatalf("%s: %d members, want %d (%v)", raw, len(got), len(want), err)
			}
			for k := range want {
				if diff := cmp.Diff(string(want[k]), string(got[k])); diff != "" {
					t.Fatalf("%s: member %q (-want +got):\n%s", raw, k, diff)
				}
			}
		case []any:
			var want []json.RawMessage
			if err := json.Unmarshal(raw, &want); err != nil {
				t.Fatal(err)
			}
			got, err := elements(raw)
			if err != nil || len(got) != len(want) {
				t.Fatalf("%s: %d elements, want %d (%v)", raw, len(got), len(want), err)
			}
			for i := range want {
				if diff := cmp.Diff(string(want[i]), string(got[i])); diff != "" {
					t.Fatalf("%s: element %d (-want +got):\n%s", raw, i, diff)
				}
			}
		}
	})
}

// TestStrictDecoding refuses what the standard decoder lets pass and says where.
func TestStrictDecoding(t *testing.T) {
	type inner struct {
		N int    `json:"n"`
		S string `json:"s,omitempty"`
	}
	type outer struct {
		A []inner `json:"a"`
		P *inner  `json:"p"`
		O *inner  `json:"o,omitempty"`
	}
	for _, tc := range []struct{ text, want string }{
		{`{"a":[{"n":1},{"n":2,"s":"x"}],"p":null}`, ""},
		{`{"a":[],"p":{"n":1},"o":{"n":2}}`, ""},
		{"\t{ \"a\" : [ { \"n\" : 1 } ] , \"p\" : null }\r", ""},
		{`{"a":[{"n":1},{"N":2}],"p":null}`, `a[1]: not a receipt: field "n" is missing`},
		{`{"a":[{"n":1,"n":1}],"p":null}`, `a[0]: not a receipt: field "n" is said twice`},
		{`{"a":[{"n":1,"m":1}],"p":null}`, `a[0]: not a receipt: unknown field "m"`},
		{`{"a":[{"n":1,"s":""}],"p":null}`, `a[0]: not a receipt: field "s" says nothing and is left out`},
		{`{"a":[{"n":1,"s":null}],"p":null}`, `a[0]: not a receipt: field "s" is null`},
		{`{"a":[{"n":null}],"p":null}`, `a[0].n: not a receipt: null`},
		{`{"a":[{"n":1.0}],"p":null}`, `a[0].n: not a receipt: cannot unmarshal number 1.0 into Go value of type int`},
		{`{"a":null,"p":null}`, `a: not a receipt: null where a list belongs`},
		{`{"a":[3],"p":null}`, `a[0]: not a receipt: a number where an object belongs`},
		{`{"a":[],"p":{"n":1},"o":null}`, `not a receipt: field "o" is null`},
		{`{"a":[],"p":null} 1`, `not a receipt: no JSON: invalid character '1' after top-level value`},
		{strings.Repeat("[", 40) + strings.Repeat("]", 40), `not a receipt: nested deeper than 32`},
	} {
		var v outer
		err := decodeStrict([]byte(tc.text), &v)
		if tc.want == "" {
			if err != nil {
				t.Errorf("%s: %v", tc.text, err)
			}
			continue
		}
		if err == nil || err.Error() != tc.want || !errors.Is(err, ErrFormat) {
			t.Errorf("%s: error %v\nwant %s", tc.text, err, tc.want)
		}
	}
}
