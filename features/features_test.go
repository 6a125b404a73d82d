package features

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEveryFileIsEmbedded: a feature in a folder below would never run.
func TestEveryFileIsEmbedded(t *testing.T) {
	var want []string
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".feature" {
			want = append(want, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := fs.Glob(FS, "*.feature")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" || len(got) == 0 {
		t.Errorf("folder (-), embedded (+): %s", d)
	}
	for _, name := range got {
		disk, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		embedded, err := FS.ReadFile(name)
		if err != nil || string(disk) != string(embedded) {
			t.Errorf("%s differs: %v", name, err)
		}
	}
}
