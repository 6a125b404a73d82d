package oracle_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

// TestReadReal finds every recorded case, under the place it stands at.
func TestReadReal(t *testing.T) {
	want := map[string]int{
		oracle.GroupOrdinary: 1080, oracle.GroupSparse: 150, oracle.GroupBatched: 653, oracle.GroupMixed: 100,
		oracle.GroupKeyed: 387, oracle.GroupNative: 42, oracle.GroupGreedy: 16, oracle.GroupPoint: 40,
		oracle.GroupRNG: 60, oracle.GroupNumeric: 66, oracle.GroupDS4: 270,
	}
	got := map[string]int{}
	for _, f := range allFiles(t) {
		got[f.Header.Group] += len(f.Cases)
		for i, c := range f.Cases {
			if c.File != f.Name || c.Line != i+2 || c.Group != f.Header.Group {
				t.Fatalf("case %d of %s says it is %s:%d, group %s", i, f.Name, c.File, c.Line, c.Group)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cases per group (-want +got):\n%s", diff)
	}
}

// TestReadRefuses damages a small file in one way each and expects the kind of
// error, the line and the case it is about.
func TestReadRefuses(t *testing.T) {
	lines := realLines(t, "rows/rng.jsonl")[:4]
	lines[0] = strings.Replace(lines[0], `"cases":60`, `"cases":3`, 1)
	id := func(i int) string { return []string{"", "rng/s1/0000", "rng/s1/0001", "rng/s1/0002"}[i] }
	edit := func(line int, from, to string) func() string {
		return func() string {
			changed := append([]string(nil), lines...)
			if !strings.Contains(changed[line], from) {
				t.Fatalf("line %d holds no %s", line+1, from)
			}
			changed[line] = strings.Replace(changed[line], from, to, 1)
			return strings.Join(changed, "\n") + "\n"
		}
	}
	text := func(s string) func() string { return func() string { return s } }
	whole := strings.Join(lines, "\n") + "\n"
	for _, tc := range []struct {
		name string
		file func() string
		is   error
		line int
		id   string
	}{
		{"empty file", text(""), oracle.ErrTruncated, 0, ""},
		{"empty file is no receipt either", text(""), oracle.ErrFormat, 0, ""},
		{"no header", text(strings.Join(lines[1:], "\n")), oracle.ErrFormat, 1, ""},
		{"header alone", text(lines[0] + "\n"), oracle.ErrTruncated, 1, ""},
		{"one line short", text(strings.Join(lines[:3], "\n") + "\n"), oracle.ErrTruncated, 3, ""},
		{"cut inside the last line", text(whole[:len(whole)-200]), oracle.ErrTruncated, 4, ""},
		{"one line more", text(whole + strings.Replace(lines[3], "0002", "0003", 1) + "\n"), oracle.ErrTruncated, 5, ""},
		{"same id twice", text(lines[0] + "\n" + lines[1] + "\n" + lines[2] + "\n" + lines[1] + "\n"), oracle.ErrFormat, 4, id(1)},
		{"blank line", text(lines[0] + "\n\n" + lines[1] + "\n"), oracle.ErrFormat, 2, ""},
		{"unknown schema", edit(0, "receipts/1", "receipts/2"), oracle.ErrFormat, 1, ""},
		{"unknown group", edit(0, `"group":"rng"`, `"group":"rgn"`), oracle.ErrFormat, 1, ""},
		{"unknown header field", edit(0, `"seed"`, `"sed"`), oracle.ErrFormat, 1, ""},
		{"no cases", edit(0, `"cases":3`, `"cases":0`), oracle.ErrFormat, 1, ""},
		{"group of another file", edit(2, `"group":"rng"`, `"group":"numeric"`), oracle.ErrFormat, 3, id(2)},
		{"unknown kind", edit(2, `"default_rng"`, `"other_rng"`), oracle.ErrFormat, 3, id(2)},
		{"unknown entry", edit(2, "numpy.random.default_rng", "numpy.random.rand"), oracle.ErrFormat, 3, id(2)},
		{"unknown field", edit(2, `"in":{`, `"in":{"more":1,`), oracle.ErrFormat, 3, id(2)},
		{"unknown field beside in", edit(2, `"in":`, `"note":"","in":`), oracle.ErrFormat, 3, id(2)},
		{"missing field", edit(2, `"seed":"1"`, ``), oracle.ErrFormat, 3, id(2)},
		{"wrong type", edit(2, `"seed":"1"`, `"seed":1`), oracle.ErrFormat, 3, id(2)},
		{"null", edit(2, `"seed":"1"`, `"seed":null`), oracle.ErrFormat, 3, id(2)},
		{"key twice", edit(2, `"seed":"1"`, `"seed":"1","seed":"1"`), oracle.ErrFormat, 3, id(2)},
		{"other letter case", edit(2, `"seed":"1"`, `"Seed":"1"`), oracle.ErrFormat, 3, id(2)},
		{"trailing data", edit(2, `"id"`, `"id":"a"} {"id"`), oracle.ErrFormat, 3, ""},
		{"NaN as a number", edit(2, `"v":0.5118216247002567`, `"v":NaN`), oracle.ErrFormat, 3, ""},
		{"v and x disagree", edit(2, `"v":0.5118216247002567`, `"v":0.5`), oracle.ErrFormat, 3, id(2)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file, err := oracle.Read(strings.NewReader(tc.file()), "some.jsonl")
			if file != nil {
				t.Errorf("a file with %d cases beside the error", len(file.Cases))
			}
			if !errors.Is(err, tc.is) {
				t.Fatalf("error %v, want one that is %v", err, tc.is)
			}
			var where *oracle.FormatError
			if !errors.As(err, &where) {
				t.Fatalf("error %v is no FormatError", err)
			}
			if where.File != "some.jsonl" || where.Line != tc.line || where.Case != tc.id {
				t.Errorf("error at %s:%d case %q, want line %d case %q: %v", where.File, where.Line, where.Case, tc.line, tc.id, err)
			}
		})
	}
}

// TestReadWithoutLastNewline accepts a complete file whose last line has none.
func TestReadWithoutLastNewline(t *testing.T) {
	whole := strings.Join(realLines(t, "rows/point-mass.jsonl"), "\n")
	file, err := oracle.Read(strings.NewReader(whole), "p.jsonl")
	if err != nil || len(file.Cases) != 40 {
		t.Fatalf("%v, %v", file, err)
	}
}

// TestReadBoundsLines refuses an endless line without keeping it.
func TestReadBoundsLines(t *testing.T) {
	header := realLines(t, "rows/rng.jsonl")[0] + "\n"
	endless := io.MultiReader(strings.NewReader(header), &repeated{[]byte(strings.Repeat("a", 1<<20))})
	_, err := oracle.Read(endless, "long.jsonl")
	if !errors.Is(err, oracle.ErrFormat) || !strings.Contains(err.Error(), "long.jsonl:2") {
		t.Fatalf("error %v, want ErrFormat at long.jsonl:2", err)
	}
}

type repeated struct{ chunk []byte }

func (r *repeated) Read(p []byte) (int, error) { return copy(p, r.chunk), nil }

// TestReadPassesReadErrors wraps what the reader below says.
func TestReadPassesReadErrors(t *testing.T) {
	broken := errors.New("disk")
	_, err := oracle.Read(io.MultiReader(strings.NewReader(realLines(t, "rows/rng.jsonl")[0]+"\n"), failing{broken}), "d.jsonl")
	if !errors.Is(err, broken) {
		t.Fatalf("error %v, want one that wraps %v", err, broken)
	}
	if errors.Is(err, oracle.ErrFormat) || errors.Is(err, oracle.ErrTruncated) {
		t.Errorf("error %v blames the file", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestReadDS4Refuses damages the flat lines of the other schema.
func TestReadDS4Refuses(t *testing.T) {
	lines := realLines(t, "ds4/ds4-controls.jsonl")[:2]
	lines[0] = strings.Replace(lines[0], `"cases":270`, `"cases":1`, 1)
	for name, edit := range map[string][2]string{
		"width":   {`"width": 1`, `"width": 2`},
		"kind":    {`"normal"`, `"strange"`},
		"state":   {`"rng_state": "1273d27b04760c66", "draws"`, `"rng_state": "1273", "draws"`},
		"draws":   {`"draws": [{"token": 0, "rng_state": "1273d27b04760c66"}, `, `"draws": [`},
		"unknown": {`"width"`, `"in": 1, "width"`},
		"group":   {`"ds4-control"`, `"rng"`},
	} {
		t.Run(name, func(t *testing.T) {
			line := strings.Replace(lines[1], edit[0], edit[1], 1)
			if line == lines[1] {
				t.Fatalf("line holds no %s", edit[0])
			}
			_, err := oracle.Read(strings.NewReader(lines[0]+"\n"+line+"\n"), "ds4.jsonl")
			var where *oracle.FormatError
			if !errors.Is(err, oracle.ErrFormat) || !errors.As(err, &where) || where.Case != "ds4-0000" || where.Line != 2 {
				t.Fatalf("error %v, want ErrFormat about ds4-0000 in line 2", err)
			}
		})
	}
}

// TestReadRefusesRows damages rows: what would make a wrong row look right.
func TestReadRefusesRows(t *testing.T) {
	const small, wide, recipe, batch = "ordinary-entry/s1/0001", "ordinary-entry/s1/0006", "ordinary-entry/s1/0014", "batched-fallback/s1/0001"
	row := func(line object) object { return in(line, "in", "row") }
	for _, tc := range []struct {
		name, id string
		is       error
		edit     func(line object)
	}{
		{"width 0", small, oracle.ErrFormat, func(l object) { row(l)["n"], row(l)["hex"] = 0, "" }},
		{"negative width", small, oracle.ErrFormat, func(l object) { row(l)["n"] = -1 }},
		{"unknown dtype", small, oracle.ErrFormat, func(l object) { row(l)["dt"] = "f64" }},
		{"other width", small, oracle.ErrFormat, func(l object) { row(l)["n"] = 3 }},
		{"short digits", small, oracle.ErrFormat, func(l object) { row(l)["hex"] = "409875d 2c03d172c" }},
		{"capital digits", small, oracle.ErrFormat, func(l object) { row(l)["hex"] = "409875D2 c03d172c" }},
		{"two spaces", small, oracle.ErrFormat, func(l object) { row(l)["hex"] = "409875d2  c03d172c" }},
		{"narrow row in base64", small, oracle.ErrFormat, func(l object) { delete(row(l), "hex"); row(l)["b64"] = "0nWYQCwXPcA=" }},
		{"hex and base64", small, oracle.ErrFormat, func(l object) { row(l)["b64"] = "0nWYQCwXPcA=" }},
		{"no base64", wide, oracle.ErrFormat, func(l object) { row(l)["b64"] = "*" }},
		{"short base64", wide, oracle.ErrFormat, func(l object) { row(l)["b64"] = "AAAA" }},
		{"wide row in hex", wide, oracle.ErrFormat, func(l object) { delete(row(l), "b64"); row(l)["hex"] = "00000000" }},
		{"other digest", recipe, oracle.ErrDigest, func(l object) { row(l)["sha256"] = strings.Repeat("0", 64) }},
		{"other key", recipe, oracle.ErrDigest, func(l object) { row(l)["key"] = []int{1, 2} }},
		{"other dtype", recipe, oracle.ErrDigest, func(l object) { row(l)["dt"] = "bf16" }},
		{"no digest", recipe, oracle.ErrFormat, func(l object) { delete(row(l), "sha256") }},
		{"short key", recipe, oracle.ErrFormat, func(l object) { row(l)["key"] = []int{1} }},
		{"unknown recipe", recipe, oracle.ErrFormat, func(l object) { row(l)["recipe"] = "threefry-8bit" }},
		{"odd recipe", recipe, oracle.ErrFormat, func(l object) { row(l)["n"] = 248321 }},
		{"recipe bomb", recipe, oracle.ErrFormat, func(l object) { row(l)["n"] = 1 << 40 }},
		{"just too wide", recipe, oracle.ErrFormat, func(l object) { row(l)["n"] = oracle.MaxWidth + 2 }},
		{"no rows", batch, oracle.ErrFormat, func(l object) { in(l, "in", "rows")["rows"] = 0 }},
		{"rows bomb", batch, oracle.ErrFormat, func(l object) { in(l, "in", "rows")["rows"] = 1 << 40 }},
		{"other number of rows", batch, oracle.ErrFormat, func(l object) { in(l, "in", "rows")["rows"] = 3 }},
		{"other number of kinds", batch, oracle.ErrFormat, func(l object) { l["rows_kind"] = []string{"normal"} }},
		{"unknown kind of row", batch, oracle.ErrFormat, func(l object) { l["rows_kind"] = []string{"normal", "strange"} }},
		{"draw too few", batch, oracle.ErrFormat, func(l object) { o := in(l, "out"); o["draws"] = at(o, "draws").([]any)[:1] }},
		{"row unanswered", batch, oracle.ErrFormat, func(l object) {
			for _, field := range []string{"ids", "p", "draws"} {
				in(l, "out")[field] = at(l, "out", field).([]any)[:1]
			}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := edited(t, tc.id, tc.edit)
			var where *oracle.FormatError
			if !errors.Is(err, tc.is) || !errors.As(err, &where) || where.Case != tc.id {
				t.Fatalf("error %v, want one that is %v and names %s", err, tc.is, tc.id)
			}
		})
	}
}

// TestReadRefusesParameters damages penalties, distributions and outcomes.
func TestReadRefusesParameters(t *testing.T) {
	const counts, mixed = "ordinary-entry/s1/0003", "mixed-distributions/s1/0000"
	for _, tc := range []struct {
		name, id string
		edit     func(line object)
	}{
		{"id outside", counts, func(l object) { in(l, "in")["token_counts"] = [][]int{{1000, 1}} }},
		{"negative id", counts, func(l object) { in(l, "in")["token_counts"] = [][]int{{-1, 1}} }},
		{"id twice", counts, func(l object) { in(l, "in")["token_counts"] = [][]int{{0, 1}, {0, 1}} }},
		{"count of 0", counts, func(l object) { in(l, "in")["token_counts"] = [][]int{{0, 0}} }},
		{"count of three", counts, func(l object) { in(l, "in")["token_counts"] = [][]int{{0, 1, 1}} }},
		{"counts of nothing", counts, func(l object) { in(l, "in")["token_counts"] = []int{} }},
		{"overlay outside", counts, func(l object) { in(l, "in")["overlay"] = []any{[]any{1000, at(l, "in", "cfg", "top_p")}} }},
		{"one penalty", counts, func(l object) {
			c := in(l, "in", "cfg")
			c["presence_penalty"] = c["top_p"]
			delete(c, "frequency_penalty")
		}},
		{"top_k with a fraction", counts, func(l object) { in(l, "in", "cfg")["top_k"] = 1.5 }},
		{"negative seed", counts, func(l object) { in(l, "in")["rng_seed"] = -1 }},
		{"two draws", counts, func(l object) { o := in(l, "out"); o["draws"] = at(o, "draws").([]any)[:2] }},
		{"token and error", counts, func(l object) { in(l, "out", "draws", 0)["err"] = object{"kind": "ValueError", "msg": ""} }},
		{"no next", counts, func(l object) { delete(in(l, "out", "draws", 0), "next") }},
		{"no dist", counts, func(l object) { delete(in(l, "out"), "dist") }},
		{"unknown error", "native-invalid/s1/0000", func(l object) { in(l, "out", "ordinary", "err")["kind"] = "MemoryError" }},
		{"no census", "native-invalid/s1/0000", func(l object) { delete(in(l, "out", "ordinary", "err"), "nan") }},
		{"two sites for one row", "native-invalid/s1/0000", func(l object) { in(l, "out")["argmax_13295"] = []int{1, 2} }},
		{"key seed", "native-invalid/s1/0000", func(l object) { in(l, "in")["key_seed"] = "18446744073709551616" }},
		{"sparse id outside", mixed, func(l object) { in(l, "in", "target")["ids"] = []int{9} }},
		{"sparse lengths", mixed, func(l object) { in(l, "in", "target")["ids"] = []int{1, 2} }},
		{"both forms", mixed, func(l object) { d := in(l, "in", "target"); d["all"] = d["p"] }},
		{"token outside", mixed, func(l object) { in(l, "in")["tokens"] = []int{9, 0, 0, 0} }},
		{"tokens unanswered", mixed, func(l object) { in(l, "in")["tokens"] = []int{0} }},
		{"other width", mixed, func(l object) { in(l, "in", "target")["vocab"] = 10 }},
		{"block outside", "point-mass/s1/0000", func(l object) { in(l, "in")["block"] = []int{20, 0, 0, 0} }},
		{"block too short", "point-mass/s1/0000", func(l object) { in(l, "in")["block"] = []int{1} }},
		{"order", "batched-greedy/s1/0000", func(l object) { in(l, "out", "forward")["order"] = []int{0, 1, 1, 3} }},
		{"kinds of rows", "batched-greedy/s1/0000", func(l object) { in(l, "in")["rows_kind"] = []string{"normal"} }},
		{"seed", "rng/s1/0000", func(l object) { in(l, "in")["seed"] = "-1" }},
		{"long seed", "rng/s1/0000", func(l object) { in(l, "in")["seed"] = "1" + strings.Repeat("0", 2000) }},
		{"op", "rng/s1/0000", func(l object) { in(l, "out", "ops", 0)["op"] = "normal" }},
		{"state", "rng/s1/0000", func(l object) { in(l, "out")["state"] = "00" }},
		{"words bomb", "keyed-lazy/s1/0000", func(l object) { in(l, "in")["num"] = 1 << 40 }},
		{"shape bomb", "keyed-lazy/s1/0091", func(l object) { in(l, "in")["shape"] = []int{1 << 20, 1 << 20, 1 << 40} }},
		{"kth outside", "numeric/s1/0046", func(l object) { in(l, "in")["kth"] = 4 }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := edited(t, tc.id, tc.edit)
			var where *oracle.FormatError
			if !errors.Is(err, oracle.ErrFormat) || !errors.As(err, &where) || where.Case != tc.id {
				t.Fatalf("error %v, want ErrFormat that names %s", err, tc.id)
			}
		})
	}
}

// TestErrorsReadWell shows file, line and case in front of the reason.
func TestErrorsReadWell(t *testing.T) {
	_, err := edited(t, "rng/s1/0000", func(l object) { in(l, "out", "ops", 0)["op"] = "normal" })
	want := `edited.jsonl:2: case rng/s1/0000: out: ops[0]: not a receipt: unknown op "normal"`
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}
