package receipts_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/receipts"
)

// TestFSHoldsTheFolder finds every data file of the folder in FS, byte for byte:
// who imports the package has all of it. checks.json is no recording: it says how the
// gates of the project itself came out.
func TestFSHoldsTheFolder(t *testing.T) {
	folder, embedded := map[string]string{}, map[string]string{}
	for fsys, into := range map[fs.FS]map[string]string{os.DirFS("."): folder, receipts.FS: embedded} {
		err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) == ".go" || name == "checks.json" {
				return err
			}
			data, err := fs.ReadFile(fsys, name)
			into[name] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(folder) != 11+11+4+13+3*7 {
		t.Errorf("%d files, want 11 receipts, 11 schemas, 4 derived files, 13 files of whole generations and 3 models of 7 files", len(folder))
	}
	if diff := cmp.Diff(folder, embedded); diff != "" {
		t.Errorf("(-folder +embedded):\n%s", diff)
	}
}
