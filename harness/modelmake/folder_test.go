package modelmake

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestNothingIsLeftOfAFailure(t *testing.T) {
	parent := t.TempDir()
	failure := errors.New("disk is gone")
	err := write(filepath.Join(parent, "some", "where", "model"), func(f *folder) error {
		return errors.Join(f.json("config.json", 1), f.file("weights", func(io.Writer) error { return failure }))
	})
	if !errors.Is(err, failure) {
		t.Error(err)
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestOnlyAnEmptyFolderIsReplaced(t *testing.T) {
	one := func(f *folder) error { return f.json("a/b.json", 1) }
	parent := t.TempDir()
	for _, target := range []string{"new", "deep/new"} {
		if err := write(filepath.Join(parent, target), one); err != nil {
			t.Error(err)
		}
	}
	empty := filepath.Join(parent, "empty")
	if err := os.Mkdir(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := write(empty, one); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(empty, "a", "b.json")); err != nil {
		t.Error(err)
	}
	file := filepath.Join(parent, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{empty, file, filepath.Join(file, "below"), ""} {
		if err := write(target, one); !errors.Is(err, ErrTarget) {
			t.Errorf("%s: %v, want ErrTarget", target, err)
		}
	}
}

// TestTheTargetIsJudgedAgainAtTheEnd: somebody else may have been there meanwhile.
func TestTheTargetIsJudgedAgainAtTheEnd(t *testing.T) {
	parent := t.TempDir()
	target := filepath.Join(parent, "model")
	err := write(target, func(*folder) error {
		return errors.Join(os.Mkdir(target, 0o755), os.WriteFile(filepath.Join(target, "theirs"), nil, 0o644))
	})
	if !errors.Is(err, ErrTarget) {
		t.Error(err)
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}
