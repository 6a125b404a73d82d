package weights

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rowproof/internal/regular"
)

func TestSum(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, File)
	if _, err := Sum(t.Context(), dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, B.1
	if got, err := Sum(t.Context(), dir); err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if got, err := Sum(ctx, dir); got != "" || !errors.Is(err, cause) {
		t.Errorf("%s, %v", got, err)
	}
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
		t.Fatal(err)
	}
	if _, err := Sum(t.Context(), dir); !errors.Is(err, regular.ErrFile) {
		t.Errorf("a folder: %v", err)
	}
}
