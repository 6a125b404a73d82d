package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rowproof/oracle/e2e"
)

const receipts = "../../receipts/e2e"

var recorded = sync.OnceValues(func() ([]*e2e.File, error) {
	var files []*e2e.File
	for _, kind := range e2e.Kinds() {
		f, err := read(filepath.Join(receipts, kind+".jsonl"))
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
})

// realFiles are all recorded files that are replayed, in the order of e2e.Kinds.
func realFiles(t testing.TB) []*e2e.File {
	t.Helper()
	files, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func read(name string) (*e2e.File, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return e2e.Read(in, name)
}

// realLines are the lines of a recorded file.
func realLines(t testing.TB, kind string) []string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(receipts, kind+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
}
