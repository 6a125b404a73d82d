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

// FuzzRead reads anything. It must end in a *FormatError, or in cases that marshal
// to the JSON values they were read from and have the parts of a record.
func FuzzRead(f *testing.F) {
	for _, name := range realNames() {
		lines := realLines(f, name)
		header := strings.Replace(lines[0], `"cases":`, `"cases":1,"was":`, 1)
		one := onlyCase(f, header)
		seen := map[string]bool{}
		for _, line := range lines[1:] {
			if c := tree(f, []byte(line)).(object); len(line) < 4000 && !seen[form(c)] {
				seen[form(c)] = true
				f.Add([]byte(one + "\n" + line + "\n"))
			}
		}
	}
	f.Add([]byte(""))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := oracle.Read(bytes.NewReader(data), "fuzz.jsonl")
		if err != nil {
			var where *oracle.FormatError
			if !errors.As(err, &where) || file != nil {
				t.Fatalf("%v beside %v", err, file)
			}
			return
		}
		lines := bytes.Split(data, []byte("\n"))
		for _, c := range file.Cases {
			raw, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(plain(tree(t, lines[c.Line-1])), plain(tree(t, raw)), same); diff != "" {
				t.Fatalf("line %d (-read +written):\n%s", c.Line, diff)
			}
			for _, p := range c.Out.Parts() {
				oracle.Canonical(p.Value)
			}
			if _, err := oracle.Expect(c); err != nil && !errors.Is(err, oracle.ErrUndeclared) {
				t.Fatal(err)
			}
		}
	})
}

// onlyCase is a header that declares one case.
func onlyCase(t testing.TB, header string) string {
	h := tree(t, []byte(header)).(object)
	delete(h, "was")
	return strings.TrimSpace(string(join(t, h)))
}

// form tells lines of different shape apart.
func form(c object) string {
	out, _ := c["out"].(object)
	entry, _ := c["entry"].(string)
	var keys []string
	for _, k := range []string{"err", "none", "dist", "dists", "ids"} {
		if out[k] != nil {
			keys = append(keys, k)
		}
	}
	return entry + " " + strings.Join(keys, " ")
}

// plain replaces the bits of NaNs in x, whose payload no receipt means.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case object:
		for k := range v {
			v[k] = plain(v[k])
		}
		if x, ok := v["x"].(string); ok && v["v"] != nil {
			words := strings.Split(x, " ")
			values, vector := v["v"].([]any)
			for i := range words {
				if !vector && v["v"] == "NaN" || vector && i < len(values) && values[i] == "NaN" {
					words[i] = "NaN"
				}
			}
			v["x"] = strings.Join(words, " ")
		}
	}
	return v
}
