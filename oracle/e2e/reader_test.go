package e2e_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
	"rowproof/oracle/e2e"
)

// TestReadReal finds every recorded run, under the place it stands at.
func TestReadReal(t *testing.T) {
	want := map[string]int{
		e2e.Clean: 235, e2e.Clean8L: 8, e2e.CleanBF16: 8, e2e.Patch: 1171, e2e.Weights: 168, e2e.WeightsCopy: 36, e2e.Golden: 1,
	}
	got := map[string]int{}
	for _, f := range realFiles(t) {
		got[f.Meta.Records] = len(f.Records)
		for i, r := range f.Records {
			if r.File != f.Name || r.Line != i+2 || r.Kind != f.Meta.Records || len(r.Prompt) == 0 || r.Title == "" {
				t.Fatalf("record %d of %s says it is %s (%s), %s:%d", i, f.Name, r.ID, r.Title, r.File, r.Line)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records per kind (-want +got):\n%s", diff)
	}
}

// TestReadKeepsWhatARunNeeds looks at one record of each sort.
func TestReadKeepsWhatARunNeeds(t *testing.T) {
	files := realFiles(t)
	patch := files[3].Records[80]
	if patch.ID != "fault_patch/0080" || patch.Title != "mtpk greedy batched_cycle p0 verify:1:0 nan" {
		t.Errorf("%s (%s)", patch.ID, patch.Title)
	}
	want := e2e.Params{Sampler: e2e.Sampler{TopP: 1}, Seed: 11, MaxTokens: 24, Depth: 3, Strategy: e2e.Batched, History: e2e.Cycle, Copy: true, Stop: []int{}}
	if diff := cmp.Diff(want, patch.Params); diff != "" {
		t.Errorf("params (-want +got):\n%s", diff)
	}
	if patch.Fault.Site != "verify:1:0" || patch.Fault.Kind != "nan" || patch.Fault.Sticky || len(patch.Fault.Hits) != 1 || patch.Poison != "" {
		t.Errorf("fault %+v, poison %q", patch.Fault, patch.Poison)
	}
	if weights := files[4].Records[0]; weights.Poison != "nan:383" || weights.Fault != nil || len(weights.Prompt) != 21 {
		t.Errorf("poison %q, fault %v, prompt %v", weights.Poison, weights.Fault, weights.Prompt)
	}
	if rows := files[6].Records[0].Rows; len(rows.Last) != vocabulary || len(rows.Drafts) != 3 {
		t.Errorf("%d logits, %d drafts", len(rows.Last), len(rows.Drafts))
	}
}

// TestReadRefusesInformativeFiles and says what they are.
func TestReadRefusesInformativeFiles(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join(receipts, "informative"))
	if err != nil || len(entries) == 0 {
		t.Fatalf("%d files, %v", len(entries), err)
	}
	for _, entry := range entries {
		f, err := read(filepath.Join(receipts, "informative", entry.Name()))
		var where *oracle.FormatError
		if f != nil || !errors.Is(err, e2e.ErrInformative) || !errors.As(err, &where) || where.Line != 1 {
			t.Errorf("%s: %v", entry.Name(), err)
		}
	}
}

// TestReadRefuses damages a small file in one way each and expects the kind of error,
// the line and the record it is about.
func TestReadRefuses(t *testing.T) {
	lines := realLines(t, e2e.Patch)
	meta := strings.Replace(lines[0], `"cases": 1171`, `"cases": 3`, 1)
	// A refused prefill, a whole answer, an answer in rounds.
	lines = []string{meta, lines[1], lines[8], lines[61]}
	whole := strings.Join(lines, "\n") + "\n"
	edit := func(line int, from, to string) func() string {
		return func() string {
			changed := append([]string(nil), lines...)
			if !strings.Contains(changed[line], from) {
				t.Fatalf("line %d holds no %s: %.300s", line+1, from, changed[line])
			}
			changed[line] = strings.Replace(changed[line], from, to, 1)
			return strings.Join(changed, "\n") + "\n"
		}
	}
	text := func(s string) func() string { return func() string { return s } }
	id := func(i int) string {
		return []string{"fault_patch/0000", "fault_patch/0001", "fault_patch/0002", "fault_patch/0003"}[i]
	}
	for _, tc := range []struct {
		name string
		file func() string
		is   error
		line int
		id   string
	}{
		{"empty file", text(""), oracle.ErrTruncated, 0, ""},
		{"no meta line", text(lines[1] + "\n"), oracle.ErrFormat, 1, ""},
		{"meta line alone", text(meta + "\n"), oracle.ErrTruncated, 1, ""},
		{"one line short", text(strings.Join(lines[:3], "\n") + "\n"), oracle.ErrTruncated, 3, ""},
		{"cut inside the last line", text(whole[:len(whole)-200]), oracle.ErrTruncated, 4, id(2)},
		{"one line more", text(whole + lines[1] + "\n"), oracle.ErrTruncated, 5, ""},
		{"blank line", text(lines[0] + "\n\n" + lines[1] + "\n"), oracle.ErrFormat, 2, id(0)},
		{"unknown records", edit(0, `"records": "fault_patch"`, `"records": "fault"`), oracle.ErrFormat, 1, ""},
		{"no cases", edit(0, `"cases": 3`, `"cases": 0`), oracle.ErrFormat, 1, ""},
		{"cases left out", edit(0, `"cases": 3, `, ``), oracle.ErrFormat, 1, ""},
		{"no sum", edit(0, `"model_sha": "61`, `"model_sha": "`), oracle.ErrFormat, 1, ""},
		{"unknown meta field", edit(0, `"texts"`, `"note": 1, "texts"`), oracle.ErrFormat, 1, ""},
		{"prompt of nothing", edit(0, `"p0": [51`, `"p0": [-51`), oracle.ErrFormat, 1, ""},
		{"unknown prompt", edit(1, `"prompt": "p0"`, `"prompt": "p9"`), oracle.ErrFormat, 2, id(0)},
		{"record of another kind", edit(1, `"kind": "fault_patch"`, `"kind": "clean"`), oracle.ErrFormat, 2, id(0)},
		{"unknown field", edit(1, `"site"`, `"more": 1, "site"`), oracle.ErrFormat, 2, id(0)},
		{"unknown field in params", edit(1, `"max_tokens"`, `"min_p": 0, "max_tokens"`), oracle.ErrFormat, 2, id(0)},
		{"missing field", edit(1, `"sticky": false, `, ``), oracle.ErrFormat, 2, id(0)},
		{"other letter case", edit(1, `"sticky"`, `"Sticky"`), oracle.ErrFormat, 2, id(0)},
		{"key twice", edit(1, `"sticky": false`, `"sticky": false, "sticky": false`), oracle.ErrFormat, 2, id(0)},
		{"null", edit(1, `"sticky": false`, `"sticky": null`), oracle.ErrFormat, 2, id(0)},
		{"wrong type", edit(1, `"seed": 11`, `"seed": "11"`), oracle.ErrFormat, 2, id(0)},
		{"trailing data", edit(1, `"params"`, `"x": 1} {"params"`), oracle.ErrFormat, 2, id(0)},
		{"unknown mode", edit(1, `"mode": "ar"`, `"mode": "art"`), oracle.ErrFormat, 2, id(0)},
		{"plain decoding with a depth", edit(3, `"mode": "mtpk"`, `"mode": "ar"`), oracle.ErrFormat, 4, id(2)},
		{"unknown lane", edit(1, `"batched"`, `"bashed"`), oracle.ErrFormat, 2, id(0)},
		{"error and answer", edit(1, `"ok": false`, `"ok": true`), oracle.ErrFormat, 2, id(0)},
		{"answer and error", edit(2, `"ok": true`, `"ok": false`), oracle.ErrFormat, 3, id(1)},
		{"other error", edit(1, `"NonFiniteLogitsError"`, `"ValueError"`), oracle.ErrFormat, 2, id(0)},
		{"census against message", edit(1, `"nan": 384, "inf": 0, "vocab"`, `"nan": 383, "inf": 0, "vocab"`), oracle.ErrFormat, 2, id(0)},
		{"error without a broken row", edit(1, `"first_bad": {"forward": "prefill", "rows": 1, "row": 0, "nan": 384, "inf": 0, "s": 0, "tape": 0, "where": "greedy argmax"}`, `"first_bad": null`), oracle.ErrFormat, 2, id(0)},
		{"row beyond its forward", edit(1, `"rows": 1, "row": 0`, `"rows": 1, "row": 1`), oracle.ErrFormat, 2, id(0)},
		{"more streamed than there is", edit(1, `"s": 0, "tape": 0, "where"`, `"s": 1, "tape": 0, "where"`), oracle.ErrFormat, 2, id(0)},
		{"more draws than there are", edit(1, `"s": 0, "tape": 0, "where"`, `"s": 0, "tape": 1, "where"`), oracle.ErrFormat, 2, id(0)},
		{"broken row that was not injected", edit(1, `"injected": [{"s": 0`, `"injected": [{"s": 1`), oracle.ErrFormat, 2, id(0)},
		{"healthy broken row", edit(1, `"row": 0, "nan": 384, "inf": 0, "s": 0, "tape": 0, "where"`, `"row": 0, "nan": 0, "inf": 0, "s": 0, "tape": 0, "where"`), oracle.ErrFormat, 2, id(0)},
		{"unknown forward", edit(1, `"forward": "prefill"`, `"forward": "postfill"`), oracle.ErrFormat, 2, id(0)},
		{"streamed is not tokens", edit(2, `"streamed": [`, `"streamed": [1, `), oracle.ErrFormat, 3, id(1)},
		{"finish", edit(2, `"finish": "length"`, `"finish": "stop"`), oracle.ErrFormat, 3, id(1)},
		{"step left out", edit(2, `{"step": 0, `, `{"step": 1, `), oracle.ErrFormat, 3, id(1)},
		{"token in a round", edit(3, `{"step": 0, `, `{"step": 0, "token": 1, `), oracle.ErrFormat, 4, id(2)},
		{"draft examined in part", edit(3, `"accepted": true, "accept_probability": 1.0`, `"accepted": null, "accept_probability": 1.0`), oracle.ErrFormat, 4, id(2)},
		{"no draw", edit(2, `"rng": []`, `"rng": [["v", 0.5]]`), oracle.ErrFormat, 3, id(1)},
		{"uniform of one", edit(2, `"rng": []`, `"rng": [["u", 1.0]]`), oracle.ErrFormat, 3, id(1)},
		{"choice of nothing", edit(2, `"rng": []`, `"rng": [["choice", 3, 0]]`), oracle.ErrFormat, 3, id(1)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file, err := e2e.Read(strings.NewReader(tc.file()), "some.jsonl")
			if file != nil {
				t.Errorf("a file with %d records beside the error", len(file.Records))
			}
			if !errors.Is(err, tc.is) || !errors.Is(err, oracle.ErrFormat) && !errors.Is(err, oracle.ErrTruncated) {
				t.Fatalf("error %v, want one that is %v", err, tc.is)
			}
			var where *oracle.FormatError
			if !errors.As(err, &where) {
				t.Fatalf("error %v is no FormatError", err)
			}
			if where.File != "some.jsonl" || where.Line != tc.line || where.Case != tc.id {
				t.Errorf("error at %s:%d record %q, want line %d record %q: %v", where.File, where.Line, where.Case, tc.line, tc.id, err)
			}
		})
	}
	if _, err := e2e.Read(strings.NewReader(whole), "some.jsonl"); err != nil {
		t.Errorf("the file as it is: %v", err)
	}
}

// FuzzRead reads anything. It must end in a *FormatError, or in records that the law
// has an opinion on.
func FuzzRead(f *testing.F) {
	for _, kind := range e2e.Kinds() {
		lines := realLines(f, kind)
		var meta string
		if before, after, ok := strings.Cut(lines[0], `"cases": `); ok {
			_, rest, _ := strings.Cut(after, ",")
			meta = before + `"cases": 1,` + rest
		}
		for i := 1; i < len(lines); i += 1 + len(lines)/8 {
			f.Add([]byte(meta + "\n" + lines[i] + "\n"))
		}
	}
	f.Add([]byte(""))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := e2e.Read(bytes.NewReader(data), "fuzz.jsonl")
		if err != nil {
			var where *oracle.FormatError
			if !errors.As(err, &where) || file != nil {
				t.Fatalf("%v beside %v", err, file)
			}
			return
		}
		for _, r := range file.Records {
			if _, err := e2e.Expect(r, vocabulary); err != nil && !errors.Is(err, oracle.ErrUndeclared) {
				t.Fatal(err)
			}
			e2e.ExpectTokens(r, e2e.BF16Least)
		}
	})
}
