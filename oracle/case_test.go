package oracle_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

// same compares JSON values: numbers by value, and without the payload of NaN,
// which no receipt means.
var same = cmp.Options{
	cmp.Comparer(func(a, b json.Number) bool {
		if a == b {
			return true
		}
		x, errX := a.Float64()
		y, errY := b.Float64()
		return errX == nil && errY == nil && x == y
	}),
}

// TestMarshalGivesTheLineBack reads every recorded case and header and writes the
// same JSON value.
func TestMarshalGivesTheLineBack(t *testing.T) {
	for _, f := range allFiles(t) {
		lines := realLines(t, f.Name)
		header, err := json.Marshal(f.Header)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tree(t, []byte(lines[0])), tree(t, header), same); diff != "" {
			t.Errorf("header of %s (-read +written):\n%s", f.Name, diff)
		}
		for _, c := range f.Cases {
			raw, err := json.Marshal(c)
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			if diff := cmp.Diff(tree(t, []byte(lines[c.Line-1])), tree(t, raw), same); diff != "" {
				t.Fatalf("%s (-read +written):\n%s", c.ID, diff)
			}
		}
	}
}

// TestDecodeOutputReadsAnswers reads each record as the answer of an engine and
// finds the same parts.
func TestDecodeOutputReadsAnswers(t *testing.T) {
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			raw, err := json.Marshal(c.Out)
			if err != nil {
				t.Fatal(err)
			}
			out, err := oracle.DecodeOutput(c.Group, c.Entry, c.Kind, raw)
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			if diff := cmp.Diff(canonicalParts(c.Out), canonicalParts(out)); diff != "" {
				t.Fatalf("%s (-recorded +decoded):\n%s", c.ID, diff)
			}
		}
	}
}

// TestDecodeInputReadsRequests reads each request alone; an rng case is the one
// whose calls stand beside their results.
func TestDecodeInputReadsRequests(t *testing.T) {
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			raw, err := json.Marshal(c.In)
			if err != nil {
				t.Fatal(err)
			}
			in, err := oracle.DecodeInput(c.Group, c.Entry, c.Kind, raw)
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			again, err := json.Marshal(in)
			if err != nil || string(again) != string(raw) {
				t.Fatalf("%s: %s became %s (%v)", c.ID, raw, again, err)
			}
		}
	}
}

// TestDecodeOutputIsStrict refuses answers that are not of the call's form.
func TestDecodeOutputIsStrict(t *testing.T) {
	for name, raw := range map[string]string{
		"nothing":         ``,
		"null":            `null`,
		"list":            `[]`,
		"empty":           `{}`,
		"two answers":     `{"dist":null,"draws":[]} {}`,
		"no draws":        `{"dist":null,"draws":[]}`,
		"more than asked": `{"dist":null,"draws":[],"took_ms":3}`,
		"deep":            deep(100),
	} {
		t.Run(name, func(t *testing.T) {
			out, err := oracle.DecodeOutput(oracle.GroupOrdinary, oracle.EntryOrdinary, "normal", []byte(raw))
			if !errors.Is(err, oracle.ErrFormat) || out != nil {
				t.Errorf("%v, %v; want ErrFormat alone", out, err)
			}
		})
	}
	if _, err := oracle.DecodeOutput(oracle.GroupRNG, oracle.EntryOrdinary, "normal", []byte(`{}`)); !errors.Is(err, oracle.ErrFormat) {
		t.Errorf("entry of another group: %v", err)
	}
}

func deep(levels int) string {
	out := make([]byte, 0, 2*levels)
	for range levels {
		out = append(out, '[')
	}
	for range levels {
		out = append(out, ']')
	}
	return string(out)
}

// TestRNGRequestHoldsNoResults finds the calls of an rng case in its request,
// without what they gave.
func TestRNGRequestHoldsNoResults(t *testing.T) {
	for _, c := range allFiles(t)[indexOf(t, oracle.GroupRNG)].Cases {
		in, out := c.In.(*oracle.RNGIn), c.Out.(*oracle.RNGOut)
		if len(in.Ops) != len(out.Ops) || len(in.Ops) == 0 {
			t.Fatalf("%s: %d calls, %d results", c.ID, len(in.Ops), len(out.Ops))
		}
		for i, op := range in.Ops {
			if op.Float != nil || op.Int != nil || op.Op != out.Ops[i].Op {
				t.Fatalf("%s: ops[%d] is %+v", c.ID, i, op)
			}
		}
	}
}

func indexOf(t *testing.T, group string) int {
	t.Helper()
	for i, f := range allFiles(t) {
		if f.Header.Group == group {
			return i
		}
	}
	t.Fatalf("no file of group %s", group)
	return 0
}

// canonicalParts are names and canonical bytes of all parts.
func canonicalParts(out oracle.Output) []string {
	var parts []string
	for _, p := range out.Parts() {
		parts = append(parts, p.Name+" "+string(oracle.Canonical(p.Value)))
	}
	return parts
}
