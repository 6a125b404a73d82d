package e2erecord

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// metaLine is a meta line with another model and number of records.
func metaLine(model string, cases int) string {
	return fmt.Sprintf(`{"kind":"meta","records":"clean","cases":%d,"model":%q,"model_sha":"%064d","prompts":{"p0":[1]},"texts":[],"versions":{}}`, cases, model, 0)
}

func TestReadRefuses(t *testing.T) {
	if _, err := read(strings.NewReader(metaLine("tiny-f32", 1)+"\n{}"), "whole"); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"empty":     "",
		"no JSON":   "?",
		"list":      "[]",
		"no meta":   `{"kind":"clean"}`,
		"twice":     `{"kind":"meta","kind":"meta"}`,
		"more":      `{"kind":"meta"}{}`,
		"path":      metaLine("../tiny-f32", 1) + "\n{}",
		"prompts":   strings.Replace(metaLine("tiny-f32", 1), "[1]", `"text"`, 1) + "\n{}",
		"truncated": metaLine("tiny-f32", 2) + "\n{}\n",
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
	f.Add(metaLine("tiny-f32", 1) + "\n{\"prompt\":\"p0\",\"params\":{\"seed\":1}}")
	f.Add(metaLine("tiny-f32", 1) + "\n{\"prompt\":[1],\"site\":\"prefill\",\"sticky\":0}")
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
