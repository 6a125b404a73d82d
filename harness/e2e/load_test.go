package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/oracle/e2e"
)

// TestLoadFolder reads what is replayed, names what is informative, and passes over
// files of other formats.
func TestLoadFolder(t *testing.T) {
	files, informative, err := Load("../../receipts")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(e2e.Kinds()) || len(informative) != 6 {
		t.Errorf("%d files, informative %v", len(files), informative)
	}
}

// TestLoadFile: a file that is named must be one to replay.
func TestLoadFile(t *testing.T) {
	files, _, err := Load(filepath.Join(receipts, "golden.jsonl"), filepath.Join(receipts, "clean_8l.jsonl"))
	if err != nil || len(files) != 2 || files[1].Name != filepath.Join(receipts, "clean_8l.jsonl") {
		t.Errorf("%d files: %v", len(files), err)
	}
	for name, is := range map[string]error{
		receipts + "/informative/bank.jsonl": e2e.ErrInformative,
		"../../receipts/rows/rng.jsonl":      oracle.ErrFormat,
		receipts + "/gone.jsonl":             os.ErrNotExist,
	} {
		if _, _, err := Load(name); !errors.Is(err, is) {
			t.Errorf("%s: %v, want %v", name, err, is)
		}
	}
}

// TestLoadDoesNotLoseDamagedFiles: a receipt whose first line is damaged is refused,
// not passed over.
func TestLoadDoesNotLoseDamagedFiles(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "garbage": "]", "no meta line": `{"kind":"clean","params":{}}`, "list": "[]",
	} {
		fsys := fstest.MapFS{"a.jsonl": {Data: []byte(text)}}
		if _, _, err := LoadFS(fsys, "x"); !errors.Is(err, oracle.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	fsys := fstest.MapFS{"a.jsonl": {Data: []byte(`{"header":1}`)}}
	if _, _, err := LoadFS(fsys, "x"); !errors.Is(err, harness.ErrNoReceipts) {
		t.Errorf("only other files: %v", err)
	}
}
