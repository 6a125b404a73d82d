package folder_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/device/cpu"
	"rowproof/engine/folder"
	"rowproof/engine/qwen"
	"rowproof/engine/tokenizer"
	"rowproof/internal/regular"
)

const tiny = "../../receipts/models/tiny-f32"

// copied is a copy of the tiny model's folder.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tiny)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// retokenize changes the vocabulary and the added tokens of a folder's tokenizer.
func retokenize(t *testing.T, dir string, change func(vocabulary map[string]any, added []any) []any) {
	t.Helper()
	path := filepath.Join(dir, "tokenizer.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var top map[string]any
	if err := json.Unmarshal(text, &top); err != nil {
		t.Fatal(err)
	}
	added, _ := top["added_tokens"].([]any)
	top["added_tokens"] = change(top["model"].(map[string]any)["vocab"].(map[string]any), added)
	if text, err = json.Marshal(top); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "tokenizer.json", string(text))
}

func addedToken(id int, content string) map[string]any {
	return map[string]any{"id": id, "content": content, "special": true, "normalized": false, "single_word": false, "lstrip": false, "rstrip": false}
}

func TestOpen(t *testing.T) {
	f, err := folder.Open(tiny, cpu.New())
	if err != nil {
		t.Fatal(err)
	}
	if f.Tokenizer.Size() != 384 || f.Model.Vocabulary() != 384 {
		t.Errorf("%d tokens, %d rows", f.Tokenizer.Size(), f.Model.Vocabulary())
	}
	if diff := cmp.Diff([]int{256, 257}, f.Stop); diff != "" {
		t.Errorf("stop tokens (-want +got):\n%s", diff)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestTheTokenizersOwnStopsCount beside those of generation_config.json.
func TestTheTokenizersOwnStopsCount(t *testing.T) {
	dir := copied(t)
	write(t, dir, "tokenizer_config.json", `{"eos_token": "<|im_start|>", "pad_token": {"content": "<|endoftext|>"}}`)
	f, err := folder.Open(dir, cpu.New())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if diff := cmp.Diff([]int{256, 257, 258}, f.Stop); diff != "" {
		t.Errorf("stop tokens (-want +got):\n%s", diff)
	}
}

// TestATokenizerWithAnotherNumberOfTokens: fewer than rows is padding, at the end and
// in between; more is another model's.
func TestATokenizerWithAnotherNumberOfTokens(t *testing.T) {
	dir := copied(t)
	retokenize(t, dir, func(vocabulary map[string]any, added []any) []any {
		for content, id := range vocabulary {
			if n, _ := id.(float64); n == 383 || n == 300 {
				delete(vocabulary, content)
			}
		}
		return added
	})
	f, err := folder.Open(dir, cpu.New())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Model.Vocabulary() != 384 || f.Tokenizer.Has(383) || f.Tokenizer.Has(300) || !f.Tokenizer.Has(382) {
		t.Errorf("%d rows, 383: %v, 300: %v, 382: %v", f.Model.Vocabulary(), f.Tokenizer.Has(383), f.Tokenizer.Has(300), f.Tokenizer.Has(382))
	}

	dir = copied(t)
	retokenize(t, dir, func(_ map[string]any, added []any) []any {
		return append(added, addedToken(384, "<tool>"), addedToken(385, "</tool>"))
	})
	_, err = folder.Open(dir, cpu.New())
	if !errors.Is(err, folder.ErrVocabulary) {
		t.Fatalf("error %v", err)
	}
	for _, part := range []string{filepath.Join(dir, "tokenizer.json"), "ID 385", "</tool>", "before 384"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

// TestWhatIsWrongNamesItsFile and is the error of the package that reads it.
func TestWhatIsWrongNamesItsFile(t *testing.T) {
	for _, c := range []struct {
		name, text string // the file's content; it is missing if there is none
		want       error
	}{
		{"tokenizer.json", "", fs.ErrNotExist},
		{"tokenizer.json", `{"version": "1.0"`, tokenizer.ErrFormat},
		{"tokenizer.json", "\x00\xff", tokenizer.ErrFormat},
		{"config.json", "", qwen.ErrConfig},
		{"config.json", "", fs.ErrNotExist},
		{"config.json", `{"model_type": "qwen3_5"}`, qwen.ErrConfig},
		{"generation_config.json", `{"eos_token_id": 384}`, qwen.ErrConfig},
		{"generation_config.json", `{"eos_token_id": [256, -1]}`, qwen.ErrConfig},
		{"tokenizer_config.json", `{"eos_token": 256}`, qwen.ErrConfig},
		{"model.safetensors.index.json", "[]", qwen.ErrConfig},
		{"model.safetensors", "not a tensor", qwen.ErrTensor},
	} {
		dir := copied(t)
		if write(t, dir, c.name, c.text); c.text == "" {
			if err := os.Remove(filepath.Join(dir, c.name)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := folder.Open(dir, cpu.New()); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s %q: %v, want %v", c.name, c.text, err, c.want)
		}
	}
}

// files are all that is read of a folder.
var files = []string{
	"tokenizer.json",
	"config.json", "generation_config.json", "tokenizer_config.json", "mtplx_runtime.json",
	"model.safetensors.index.json", "model.safetensors", "mtp.safetensors",
}

// TestADirectoryIsNoFile, wherever it lies.
func TestADirectoryIsNoFile(t *testing.T) {
	for _, name := range files {
		refuses(t, name, regular.ErrFile, func(path string) error { return os.Mkdir(path, 0o700) })
	}
}

// TestAFileWithoutAnEndIsNotRead: 1 TiB of zeros, which take no room on the disk.
func TestAFileWithoutAnEndIsNotRead(t *testing.T) {
	texts := slices.DeleteFunc(slices.Clone(files), func(name string) bool { return strings.HasSuffix(name, ".safetensors") })
	for _, name := range texts {
		refuses(t, name, regular.ErrSize, func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<40))
		})
	}
}

// refuses opens a folder in which something else lies in the place of a file: a wrong
// answer, or none at all, is an error of the test.
func refuses(t *testing.T, name string, want error, put func(path string) error) {
	t.Helper()
	dir := copied(t)
	path := filepath.Join(dir, name)
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := put(path); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := folder.Open(dir, cpu.New())
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	case <-time.After(20 * time.Second):
		t.Fatal(name, "is waited for")
	}
}
