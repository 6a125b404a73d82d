package folder_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/device/cpu"
	"rowproof/engine/folder"
)

const tiny = "../../receipts/models/tiny-f32"

func TestOpen(t *testing.T) {
	f, err := folder.Open(tiny, cpu.New())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Known != 384 || f.Model.Vocabulary() != 384 {
		t.Errorf("%d known tokens of %d", f.Known, f.Model.Vocabulary())
	}
	if diff := cmp.Diff([]int{256, 257}, f.Stop); diff != "" {
		t.Errorf("stop tokens (-want +got):\n%s", diff)
	}
}

// TestTheTokenizersOwnStopsCount beside those of generation_config.json.
func TestTheTokenizersOwnStopsCount(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tiny)); err != nil {
		t.Fatal(err)
	}
	text := `{"eos_token": "<|im_start|>", "pad_token": {"content": "<|endoftext|>"}}`
	if err := os.WriteFile(filepath.Join(dir, "tokenizer_config.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := folder.Open(dir, cpu.New())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if diff := cmp.Diff([]int{256, 257, 258}, f.Stop); diff != "" {
		t.Errorf("stop tokens (-want +got):\n%s", diff)
	}
}

func TestAMissingFolder(t *testing.T) {
	if _, err := folder.Open(t.TempDir(), cpu.New()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
