package oracle_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

type inner struct {
	B int `json:"b"`
}

type outer struct {
	A    int              `json:"a"`
	Raw  json.RawMessage  `json:"raw"`
	Sets map[string][]int `json:"sets"`
	inner
}

// TestDecodeForOtherFormats: embedded structs, values as they stand and names that are
// data are as strict as the rest.
func TestDecodeForOtherFormats(t *testing.T) {
	var got outer
	if err := oracle.Decode([]byte(`{"b":2,"raw":[1, null],"a":1,"sets":{"x":[1],"y":[]}}`), &got); err != nil {
		t.Fatal(err)
	}
	want := outer{1, json.RawMessage(`[1, null]`), map[string][]int{"x": {1}, "y": {}}, inner{2}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(outer{}, inner{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, text := range []string{
		`{"raw":1,"a":1,"sets":{}}`,
		`{"b":2,"b":2,"raw":1,"a":1,"sets":{}}`,
		`{"b":2,"raw":1,"a":1,"sets":{},"c":3}`,
		`{"b":2,"raw":1,"a":1,"sets":{"x":[1],"x":[1]}}`,
		`{"b":2,"raw":1,"a":1,"sets":{"x":["1"]}}`,
		`{"b":2,"raw":1,"a":1,"sets":[]}`,
	} {
		if err := oracle.Decode([]byte(text), new(outer)); !errors.Is(err, oracle.ErrFormat) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
