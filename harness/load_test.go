package harness_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/receipts"
)

func pointMass(t *testing.T) []byte {
	t.Helper()
	raw, err := fs.ReadFile(receipts.FS, "rows/point-mass.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// folder makes a folder of the given files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAFolderGivesItsReceiptsAtAnyDepthInOrder(t *testing.T) {
	text := string(pointMass(t))
	dir := folder(t, map[string]string{
		"b.jsonl":         text,
		"a/deep/er.jsonl": again(text),
		"notes.jsonl":     `{"id":"something else"}` + "\n",
		"readme.txt":      "no receipt",
		"broken.json":     "{",
	})
	files, err := harness.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimPrefix(f.Name, filepath.ToSlash(dir)))
	}
	if diff := cmp.Diff([]string{"/a/deep/er.jsonl", "/b.jsonl"}, names); diff != "" {
		t.Error(diff)
	}
	if c := files[0].Cases[0]; c.File != files[0].Name || c.Line != 2 {
		t.Errorf("the case says %s:%d", c.File, c.Line)
	}
}

func TestADamagedReceiptInAFolderIsNotSkipped(t *testing.T) {
	whole := string(pointMass(t))
	for name, tc := range map[string]struct {
		text string
		want error
	}{
		"empty":       {"", oracle.ErrTruncated},
		"no JSON":     {"oops\n" + whole, oracle.ErrFormat},
		"a list":      {"[]\n", oracle.ErrFormat},
		"null":        {"null\n", oracle.ErrFormat},
		"cut short":   {whole[:len(whole)/2], oracle.ErrTruncated},
		"header only": {whole[:strings.Index(whole, "\n")+1], oracle.ErrTruncated},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, map[string]string{"a.jsonl": whole, "b.jsonl": tc.text})
			files, err := harness.Load(dir)
			var bad *oracle.FormatError
			if !errors.As(err, &bad) || files != nil {
				t.Fatalf("got %d files, %v", len(files), err)
			}
			if !strings.HasSuffix(bad.File, "/b.jsonl") {
				t.Errorf("blames %s", bad.File)
			}
			if !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
		})
	}
}

func TestANamedFileThatIsNoReceiptIsAnError(t *testing.T) {
	dir := folder(t, map[string]string{"notes.jsonl": `{"id":"something else"}` + "\n"})
	if _, err := harness.Load(filepath.Join(dir, "notes.jsonl")); !errors.Is(err, oracle.ErrFormat) {
		t.Errorf("got %v", err)
	}
}

func TestAFolderWithoutReceiptsIsAnError(t *testing.T) {
	dir := folder(t, map[string]string{"notes.jsonl": `{"id":"something else"}` + "\n"})
	if _, err := harness.Load(dir); !errors.Is(err, harness.ErrNoReceipts) {
		t.Errorf("got %v", err)
	}
	if _, err := harness.LoadFS(fstest.MapFS{}, "empty"); !errors.Is(err, harness.ErrNoReceipts) {
		t.Errorf("got %v", err)
	}
}

func TestAPathThatIsNotThereIsAnError(t *testing.T) {
	if _, err := harness.Load(filepath.Join(t.TempDir(), "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestSeveralPathsStayInTheirOrder(t *testing.T) {
	dir := folder(t, map[string]string{"b.jsonl": string(pointMass(t)), "a/a.jsonl": again(string(pointMass(t)))})
	files, err := harness.Load(filepath.Join(dir, "b.jsonl"), filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 || !strings.HasSuffix(files[0].Name, "b.jsonl") || !strings.HasSuffix(files[1].Name, "a.jsonl") {
		t.Errorf("got %d files", len(files))
	}
}

// again gives the cases of a file other ids.
func again(text string) string { return strings.ReplaceAll(text, "point-mass/s1/", "point-mass/s2/") }

func TestACaseThatIsThereTwiceIsRefused(t *testing.T) {
	dir := folder(t, map[string]string{"a.jsonl": string(pointMass(t)), "b.jsonl": string(pointMass(t))})
	for _, paths := range [][]string{{dir}, {filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "a.jsonl")}} {
		if _, err := harness.Load(paths...); !errors.Is(err, oracle.ErrFormat) || !strings.Contains(err.Error(), "also in") {
			t.Errorf("%v: %v", paths, err)
		}
	}
}

func TestADamagedHeaderDoesNotHideAFile(t *testing.T) {
	text := string(pointMass(t))
	header, cases, _ := strings.Cut(text, "\n")
	for name, damaged := range map[string]string{
		"no header":       cases,
		"a header's typo": strings.Replace(header, "\"header\"", "\"Header\"", 1) + "\n" + cases,
	} {
		dir := folder(t, map[string]string{"a.jsonl": again(text), "b.jsonl": damaged})
		if _, err := harness.Load(dir); !errors.Is(err, oracle.ErrFormat) {
			t.Errorf("%s: %v, want ErrFormat", name, err)
		}
	}
}

func TestAPipeInAFolderIsRefused(t *testing.T) {
	dir := folder(t, map[string]string{"a.jsonl": string(pointMass(t))})
	if err := syscall.Mkfifo(filepath.Join(dir, "p.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := harness.Load(dir); !errors.Is(err, harness.ErrNotRegular) {
		t.Errorf("got %v, want ErrNotRegular", err)
	}
}
