package regular

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func save(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// refused wants an error of that kind that names the file.
func refused(t *testing.T, path string, want, err error) {
	t.Helper()
	var named *fs.PathError
	if !errors.Is(err, want) || !errors.As(err, &named) || named.Path != path {
		t.Errorf("%s: %v, want %v", path, err, want)
	}
}

func TestOpen(t *testing.T) {
	path := save(t, "text")
	link := filepath.Join(t.TempDir(), "link") // how caches of models lay their files out
	if err := os.Symlink(path, link); err != nil {
		t.Skip("no links here:", err)
	}
	for _, name := range []string{path, link} {
		file, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(file)
		if string(text) != "text" || err != nil {
			t.Errorf("%q, %v", text, err)
		}
		file.Close()
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing")
	_, err := Open(missing)
	refused(t, missing, fs.ErrNotExist, err)
	_, err = Open(dir)
	refused(t, dir, ErrFile, err)
	_, err = Open(os.DevNull)
	refused(t, os.DevNull, ErrFile, err)
}

// TestReadFile up to the limit, not beyond it.
func TestReadFile(t *testing.T) {
	path := save(t, "text")
	for _, limit := range []int{4, 5} {
		if text, err := ReadFile(path, limit); string(text) != "text" || err != nil {
			t.Errorf("limit %d: %q, %v", limit, text, err)
		}
	}
	for _, limit := range []int{0, 3} {
		_, err := ReadFile(path, limit)
		refused(t, path, ErrSize, err)
	}
	_, err := ReadFile(filepath.Dir(path), 4)
	refused(t, filepath.Dir(path), ErrFile, err)
}

// TestReadFileReadsNothingOfATooLongFile: 8 TiB, all of them a hole.
func TestReadFileReadsNothingOfATooLongFile(t *testing.T) {
	path := save(t, "")
	if err := os.Truncate(path, 1<<43); err != nil {
		t.Skip("no such files here:", err)
	}
	_, err := ReadFile(path, 1<<40)
	refused(t, path, ErrSize, err)
}

// TestAnEndlessReaderEnds with the limit.
func TestAnEndlessReaderEnds(t *testing.T) {
	if _, err := ReadAll(endless{}, 1000); !errors.Is(err, ErrSize) {
		t.Error(err)
	}
	if _, err := ReadAll(io.MultiReader(strings.NewReader("a"), iotest.ErrReader(io.ErrClosedPipe)), 1000); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
