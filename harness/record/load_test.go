package record

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

func TestLoadTellsInputsFromReceipts(t *testing.T) {
	dir := t.TempDir()
	in := some(t, 5, oracle.GroupRNG)
	r, err := Record(background, inprocess.New(), in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for sub, files := range map[string][]*oracle.File{"asked": in, "answered": r.Files} {
		if err := Write(filepath.Join(dir, sub), files); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, "notes.jsonl"), `{"note":"of no concern"}`)
	put(t, filepath.Join(dir, "notes.txt"), "?")
	both, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(both) != 2 || both[0].Cases[0].Out == nil || both[1].Cases[0].Out != nil {
		t.Errorf("%d files", len(both))
	}
	one, err := Load(filepath.Join(dir, "asked", "rng.jsonl"))
	if err != nil || len(one) != 1 || len(one[0].Cases) != 5 {
		t.Errorf("%v, %v", one, err)
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(dir); !errors.Is(err, harness.ErrNoReceipts) {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := Load(filepath.Join(dir, "gone")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
	for name, text := range map[string]string{
		"garbage.jsonl": "?",
		"number.jsonl":  `{"header":1,"schema":1}`,
		"short.jsonl":   `{"header":1,"schema":"rowproof-inputs/1","group":"rng","seed":1,"cases":2}`,
	} {
		sub := filepath.Join(dir, name+".d")
		if err := os.Mkdir(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(sub, name), text)
		for _, p := range []string{sub, filepath.Join(sub, name)} {
			if f, err := Load(p); f != nil || !errors.As(err, new(*oracle.FormatError)) {
				t.Errorf("%s: %v, %v", p, f, err)
			}
		}
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
