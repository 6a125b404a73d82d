package e2erecord

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle/e2e"
)

// TestRecordedAgainIsTheSameText: what comes out as it was keeps its line; the meta line
// names who was asked.
func TestRecordedAgainIsTheSameText(t *testing.T) {
	files := recorded(t)
	r, err := Record(context.Background(), learn(t, files), files, Options{Models: models, Jobs: 4})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "new")
	if err := Write(dir, r.Files); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		was, is := linesOf(t, f.Name), linesOf(t, filepath.Join(dir, filepath.Base(f.Name)))
		if d := cmp.Diff(was[1:], is[1:]); d != "" {
			t.Errorf("%s: %s", f.Name, d)
		}
		if !strings.Contains(is[0], `"versions":{"mlx":"9"}`) {
			t.Errorf("%s: %s", f.Name, is[0])
		}
	}
	if len(r.LeftOut) > 0 {
		t.Errorf("left out: %q", r.LeftOut)
	}
}

func linesOf(t *testing.T, path string) []string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(raw), "\n")
}

// TestRecordFromQuestions gives records without any outcome and gets the recorded ones.
func TestRecordFromQuestions(t *testing.T) {
	files := recorded(t)
	for _, f := range files {
		f.Records = f.Records[:min(len(f.Records), 60)]
		f.meta.Cases = len(f.Records)
	}
	p := learn(t, files)
	var bare []*File
	for _, f := range files {
		b := &File{Name: f.Name, Meta: f.Meta, meta: f.meta}
		for _, r := range f.Records {
			q := r.clone()
			for _, name := range outcome {
				q.remove(name)
			}
			b.Records = append(b.Records, q)
		}
		bare = append(bare, b)
	}
	again, err := Record(context.Background(), p, bare, Options{Models: models, Jobs: 4})
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range again.Files {
		for j, r := range f.Records {
			if !sameJSON([]byte(encode(r)), []byte(encode(files[i].Records[j]))) {
				t.Errorf("%s:%d: %s", f.Name, j+2, encode(r))
			}
		}
	}
}

// TestRecordLooksForAClearSeed: two seeds are too near to an edge, the third is not.
func TestRecordLooksForAClearSeed(t *testing.T) {
	files := recorded(t, "clean_8l")
	files[0].Records = files[0].Records[4:5] // sampled AR
	r := files[0].Records[0]
	p := learn(t, files)
	q, err := files[0].run(r, models)
	if err != nil {
		t.Fatal(err)
	}
	seed := q.Params.Seed
	right := p.says[commandGenerate+encode(q)]
	p.lie(t, files[0], r, "margin", "0.00009")
	q.Params.Seed++
	p.says[commandGenerate+encode(q)] = []byte(`{"ok":true,"tokens":[1],"margin":0.5,"nucleus_margin":0.00002}`)
	q.Params.Seed++
	p.says[commandGenerate+encode(q)] = right
	again, err := Record(context.Background(), p, files, Options{Models: models})
	if err != nil {
		t.Fatal(err)
	}
	got := again.Files[0].Records[0]
	var fresh e2e.Params
	if err := got.get("params", &fresh); err != nil || fresh.Seed != seed+2 {
		t.Errorf("seed %d, want %d (%v)", fresh.Seed, seed+2, err)
	}
	if string(got.values["tokens"]) != string(r.values["tokens"]) || string(r.values["params"]) == string(got.values["params"]) {
		t.Error(encode(got))
	}
}

func TestRecordLeavesOutAPatchedRunNearAnEdge(t *testing.T) {
	files := recorded(t, "fault_patch")
	files[0].Records = files[0].Records[300:302]
	p := learn(t, files)
	p.lie(t, files[0], files[0].Records[0], "margin", "0.00002")
	p.lie(t, files[0], files[0].Records[1], "margin", "0.00004")
	again, err := Record(context.Background(), p, files, Options{Models: models})
	if err != nil {
		t.Fatal(err)
	}
	f := again.Files[0]
	if len(f.Records) != 1 || len(again.LeftOut) != 1 || !strings.Contains(again.LeftOut[0], "fault_patch.jsonl:2: ") {
		t.Errorf("%d records, left out: %q", len(f.Records), again.LeftOut)
	}
	if string(f.Meta.values["cases"]) != "1" {
		t.Errorf("%s cases", f.Meta.values["cases"])
	}
}

func TestRecordOfARefusal(t *testing.T) {
	if r, err := Record(context.Background(), &parrot{}, recorded(t, "golden"), Options{Models: models}); r != nil || !errors.Is(err, ErrRefused) {
		t.Errorf("%v, %v", r, err)
	}
}

// TestAFailedWriteLeavesNothing: neither a new file nor a change of the old one.
func TestAFailedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "golden.jsonl"), 0o755); err != nil { // no file can take its name
		t.Fatal(err)
	}
	if err := Write(dir, recorded(t, "golden")); err == nil {
		t.Error("no error")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestSinglesAreBase64InAndNumbersOut(t *testing.T) {
	var s Singles
	if err := json.Unmarshal([]byte(`"zczMPQAAgL8="`), &s); err != nil {
		t.Fatal(err)
	}
	if got := encode(s); got != "[0.10000000149011612,-1]" {
		t.Error(got)
	}
	for _, bad := range []string{`"AA=="`, `"?"`, `1`} {
		if json.Unmarshal([]byte(bad), &s) == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
