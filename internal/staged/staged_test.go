package staged_test

import (
	"os"
	"path/filepath"
	"testing"

	"rowproof/internal/staged"
)

// TestFile is complete, beside its place, and readable by others.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	name, err := staged.File(dir, "report.json", []byte("all of it"))
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Dir(name) != dir {
		t.Errorf("%s is not in %s: it could not be renamed", name, dir)
	}
	if text, err := os.ReadFile(name); string(text) != "all of it" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestFileLeavesNothingBehind where it cannot be written.
func TestFileLeavesNothingBehind(t *testing.T) {
	if _, err := staged.File(filepath.Join(t.TempDir(), "nowhere"), "report.json", nil); !os.IsNotExist(err) {
		t.Errorf("error %v", err)
	}
}
