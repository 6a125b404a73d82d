package e2erecord

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReadRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"empty":     "",
		"no JSON":   "?",
		"list":      "[]",
		"no meta":   `{"kind":"clean"}`,
		"twice":     `{"kind":"meta","kind":"meta"}`,
		"more":      `{"kind":"meta"}{}`,
		"path":      `{"kind":"meta","model":"../x","cases":0}`,
		"prompts":   `{"kind":"meta","model":"x","cases":0,"prompts":{"p0":"text"}}`,
		"truncated": "{\"kind\":\"meta\",\"model\":\"x\",\"cases\":2}\n{}\n",
	} {
		if f, err := read(strings.NewReader(text), name); f != nil || !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read("gone"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestObjectKeepsOrderAndText for any names and values.
func TestObjectKeepsOrderAndText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.String(), 1, 6, rapid.ID[string]).Draw(t, "names")
		o := &Object{}
		if err := o.UnmarshalJSON([]byte(`{}`)); err != nil {
			t.Fatal(err)
		}
		for i, name := range names {
			if err := o.set(name, i); err != nil {
				t.Fatal(err)
			}
		}
		text := []byte(encode(o))
		again := &Object{}
		if err := json.Unmarshal(text, again); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := encode(again); got != string(text) {
			t.Fatalf("%s became %s", text, got)
		}
		for i, name := range names {
			var v int
			if err := again.get(name, &v); err != nil || v != i {
				t.Fatalf("%q: %d, %v", name, v, err)
			}
		}
		again.remove(names[0])
		if again.has(names[0]) || len(again.names) != len(names)-1 {
			t.Fatal("not removed")
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("{\"kind\":\"meta\",\"model\":\"x\",\"records\":\"clean\",\"cases\":1,\"prompts\":{\"p0\":[1]}}\n{\"prompt\":\"p0\",\"params\":{\"seed\":1}}")
	f.Add("{\"kind\":\"meta\",\"model\":\"x\",\"cases\":1}\n{\"prompt\":[1],\"site\":\"prefill\",\"sticky\":0}")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := read(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		for _, r := range file.Records {
			_, _ = file.run(r, "models") // must not panic
			if !json.Valid([]byte(encode(r))) {
				t.Errorf("no JSON: %s", encode(r))
			}
		}
	})
}

func TestParseSubset(t *testing.T) {
	for _, name := range []string{"all", "ci"} {
		if s, err := ParseSubset(name); err != nil || string(s) != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ParseSubset("some"); err == nil {
		t.Error("no error")
	}
}
