package walk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"rowproof/internal/regular"
)

// names are the files that are read below a folder, with what they hold.
func names(t *testing.T, fsys fs.FS) map[string]string {
	t.Helper()
	read := map[string]string{}
	err := Files(fsys, "x", []string{"own"}, func(r io.Reader, name string) error {
		text, err := io.ReadAll(r)
		read[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// TestFilesPassOverOtherFormats and over nothing else.
func TestFilesPassOverOtherFormats(t *testing.T) {
	want := map[string]string{"x/a/own.jsonl": `{"own":1}`, "x/empty.jsonl": "", "x/garbage.jsonl": "]", "x/null.jsonl": "null"}
	fsys := fstest.MapFS{
		"other.jsonl": {Data: []byte(`{"header":1}`)}, "own.json": {Data: []byte(`{"own":1}`)}, "d.jsonl/note.txt": {Data: []byte("1")},
	}
	for name, text := range want {
		fsys[name[2:]] = &fstest.MapFile{Data: []byte(text)}
	}
	if diff := cmp.Diff(want, names(t, fsys)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFilesRefuseWhatIsNoFile, behind a link too, and follow a link to a file.
func TestFilesRefuseWhatIsNoFile(t *testing.T) {
	none := func(io.Reader, string) error { t.Error("read"); return nil }
	pipe := fstest.MapFS{"p.jsonl": {Mode: fs.ModeNamedPipe}}
	if err := Files(pipe, "x", nil, none); !errors.Is(err, regular.ErrFile) {
		t.Error(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(os.DevNull, filepath.Join(dir, "null.jsonl")); err != nil {
		t.Skip(err)
	}
	if err := Files(os.DirFS(dir), "x", nil, none); !errors.Is(err, regular.ErrFile) {
		t.Error(err)
	}
	dir = t.TempDir()
	err := errors.Join(os.WriteFile(filepath.Join(dir, "real"), []byte("1"), 0o600), os.Symlink("real", filepath.Join(dir, "a.jsonl")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"x/a.jsonl": "1"}, names(t, os.DirFS(dir))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPaths tells folders from files, and ends at the first error.
func TestPaths(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var seen []string
	err := Paths([]string{file, dir + "/", filepath.Join(dir, "gone"), file}, func(path string) error {
		seen = append(seen, path)
		return nil
	}, func(_ fs.FS, name string) error {
		seen = append(seen, name)
		return nil
	})
	if !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{file, filepath.ToSlash(dir)}, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
