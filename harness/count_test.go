package harness_test

import (
	"os"
	"path/filepath"
	"testing"

	"rowproof/harness"
)

// TestCount believes the headers, and passes other files by.
func TestCount(t *testing.T) {
	if n, err := harness.Count("../receipts"); n != 2864 || err != nil {
		t.Errorf("%d cases, %v", n, err)
	}
	dir := t.TempDir()
	if n, err := harness.Count(dir); n != 0 || err != nil {
		t.Errorf("an empty folder: %d cases, %v", n, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "damaged.jsonl"), []byte("no receipt\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := harness.Count(dir); err == nil {
		t.Error("a damaged file was counted")
	}
}
