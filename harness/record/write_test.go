package record

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

func TestWriteInputsAndLoadThem(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	in := some(t, 60)
	if err := Write(dir, in); err != nil {
		t.Fatal(err)
	}
	files, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(in) {
		t.Fatalf("%d files of %d", len(files), len(in))
	}
	byGroup := map[string]*oracle.File{}
	for _, f := range files {
		byGroup[f.Header.Group] = f
	}
	for _, f := range in {
		again := byGroup[f.Header.Group]
		if d := cmp.Diff(f.Header, again.Header); d != "" {
			t.Errorf("%s: %s", f.Name, d)
		}
		for i, c := range f.Cases {
			if !sameQuestion(c, again.Cases[i]) {
				t.Errorf("%s changed", c.ID)
			}
		}
	}
	info, err := os.Stat(filepath.Join(dir, "rng.jsonl"))
	if err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestWriteLeavesNothingPartial: a file that cannot be made stops all of them.
func TestWriteLeavesNothingPartial(t *testing.T) {
	in := some(t, 30)
	twice := []*oracle.File{in[0], in[1], in[0]}
	dir := t.TempDir()
	if err := Write(dir, twice); !errors.Is(err, os.ErrExist) {
		t.Errorf("one name twice: %v", err)
	}
	unanswered := *in[1]
	unanswered.Header.Schema = schemaRows
	if err := Write(dir, []*oracle.File{in[0], &unanswered}); !errors.Is(err, oracle.ErrFormat) {
		t.Errorf("a receipt without an answer: %v", err)
	}
	elsewhere := *in[1]
	elsewhere.Name = "no/such/folder.jsonl"
	if err := Write(dir, []*oracle.File{in[0], &elsewhere}); err == nil {
		t.Error("a name outside the folder was written")
	}
	if got := names(t, dir); got != "[]" {
		t.Errorf("left behind: %s", got)
	}
	if err := Write(filepath.Join(dir, "x\x00y"), in); err == nil {
		t.Error("an impossible folder was made")
	}
}
