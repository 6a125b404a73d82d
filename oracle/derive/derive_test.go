package derive_test

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
	"rowproof/oracle/derive"
	"rowproof/receipts"
)

var update = flag.Bool("update", false, "rewrite the derived files of receipts/")

// TestFilesAreCurrent makes the derived files anew and finds them unchanged.
func TestFilesAreCurrent(t *testing.T) {
	files, err := derive.Files(receipts.FS)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if *update {
			if err := os.WriteFile(filepath.Join("..", "..", "receipts", name), want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := fs.ReadFile(receipts.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is not what the receipts say; go generate ./oracle/derive (-derived +file):\n%s", name, diff)
		}
	}
}

// TestSideBySide finds in oracle.jsonl that the readers of the oracle disagree
// on every broken row, and agree that a legal mask gives a token.
func TestSideBySide(t *testing.T) {
	lines := decodeLines[struct {
		Row      string
		Ordinary oracle.TokErr
		Lazy     *int64
		Argmax7  int64 `json:"argmax_7577"`
		Argmax13 int64 `json:"argmax_13295"`
		Argmax15 int64 `json:"argmax_15371"`
	}](t, "oracle.jsonl")
	if len(lines) != 12 {
		t.Fatalf("%d lines, want 4 rows at 3 temperatures", len(lines))
	}
	for _, l := range lines {
		if legal := l.Row == "legal"; legal != (l.Ordinary.Err == nil) {
			t.Errorf("row %s: ordinary %+v", l.Row, l.Ordinary)
		}
		if l.Lazy != nil && (*l.Lazy == -1) != (l.Ordinary.Err != nil) {
			t.Errorf("row %s: lazy %d beside ordinary %+v", l.Row, *l.Lazy, l.Ordinary)
		}
		if l.Argmax7 < 0 || l.Argmax7 != l.Argmax13 || l.Argmax7 != l.Argmax15 {
			t.Errorf("row %s: argmax sites say %d, %d, %d", l.Row, l.Argmax7, l.Argmax13, l.Argmax15)
		}
	}
}

// TestBrokenRows finds 36 broken rows, each with a census that explains it or
// nothing but -Inf.
func TestBrokenRows(t *testing.T) {
	lines := decodeLines[struct {
		ID              string
		Row             oracle.Row
		NaN, Inf, Vocab int
	}](t, "native-invalid-rows.jsonl")
	if len(lines) != 36 {
		t.Fatalf("%d broken rows, want 36", len(lines))
	}
	for _, l := range lines {
		nan, inf, broken := l.Row.Census()
		if !broken || nan != l.NaN || inf != l.Inf || l.Row.Width() != l.Vocab {
			t.Errorf("%s: census %d/%d/%d, row says %d/%d (broken: %t)", l.ID, l.NaN, l.Inf, l.Vocab, nan, inf, broken)
		}
	}
}

// TestNotes finds a note on every kind of row, and every report it names.
func TestNotes(t *testing.T) {
	raw, err := fs.ReadFile(receipts.FS, "kinds.json")
	if err != nil {
		t.Fatal(err)
	}
	type kind struct {
		Kind, Means    string
		Reports        []string
		Cases, Refused int
	}
	var text struct {
		Reports []struct {
			ID, URL, Shows string
			LookedUp       bool `json:"looked_up"`
		}
		Rows, Native, DS4 []kind
	}
	if err := json.Unmarshal(raw, &text); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, r := range text.Reports {
		known[r.ID] = r.URL != "" && r.Shows != ""
	}
	var rows []string
	for _, k := range text.Rows {
		rows = append(rows, k.Kind)
	}
	if diff := cmp.Diff(oracle.RowKinds(), rows); diff != "" {
		t.Errorf("kinds of row (-recorded +noted):\n%s", diff)
	}
	cited := map[string]bool{}
	for _, k := range append(append(text.Rows, text.Native...), text.DS4...) {
		if k.Means == "" || k.Cases == 0 {
			t.Errorf("%s: means %q, %d cases", k.Kind, k.Means, k.Cases)
		}
		for _, id := range k.Reports {
			cited[id] = true
			if !known[id] {
				t.Errorf("%s names report %s, which is not described", k.Kind, id)
			}
		}
	}
	for _, r := range text.Reports {
		if r.LookedUp && !cited[r.ID] {
			t.Errorf("report %s was looked up and no kind names it", r.ID)
		}
	}
	always := strings.Fields("nan_one nan_first nan_last posinf_one posinf_multi all_neginf nan_posinf nan_masked")
	for _, k := range text.Rows {
		if slices.Contains(always, k.Kind) && k.Refused != k.Cases {
			t.Errorf("%s: %d of %d refused", k.Kind, k.Refused, k.Cases)
		}
	}
}

// TestFilesRefuseContradiction finds that receipts of two environments do not
// become one environment.json.
func TestFilesRefuseContradiction(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, name := range []string{"rows/rng.jsonl", "rows/numeric.jsonl"} {
		data, err := fs.ReadFile(receipts.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "rows/rng.jsonl" {
			data = []byte(strings.Replace(string(data), `"numpy":"2.4.6"`, `"numpy":"2.4.5"`, 1))
		}
		fsys[name] = &fstest.MapFile{Data: data}
	}
	if _, err := derive.Files(fsys); err == nil || !strings.Contains(err.Error(), "rows/rng.jsonl") {
		t.Errorf("error %v, want one that names rows/rng.jsonl", err)
	}
}

func decodeLines[T any](t *testing.T, name string) []T {
	t.Helper()
	raw, err := fs.ReadFile(receipts.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	for line := range strings.Lines(string(raw)) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}
