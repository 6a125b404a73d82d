package modelmake

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/safetensors"
)

const shared = "../../receipts/models/"

func TestPoisonIsWhatMakeDoes(t *testing.T) {
	triggers := []Trigger{{NaN, 300}, {DraftOne, 300}, {Most, 5}}
	for _, dtype := range []string{"float32", "bfloat16"} {
		change := func(o *Options) { o.DType, o.Sidecar = dtype, true }
		want := made(t, func(o *Options) { change(o); o.Poison = triggers })
		got := filepath.Join(t.TempDir(), "poisoned")
		if err := Poison(made(t, change), got, triggers); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(hashes(t, want), hashes(t, got)); diff != "" {
			t.Errorf("%s: %s", dtype, diff)
		}
	}
}

// TestPoisonOfASharedModelIsOneValue: of a model that was made elsewhere, with
// channels of its own.
func TestPoisonOfASharedModelIsOneValue(t *testing.T) {
	for _, model := range []string{"tiny-f32", "tiny-bf16", "tiny-8l"} {
		src, dst := shared+model, filepath.Join(t.TempDir(), "poisoned")
		// The last token: recordings have it.
		if err := Poison(src, dst, []Trigger{{DraftMask, 383}}); err != nil {
			t.Fatal(err)
		}
		before, after := contents(t, src), contents(t, dst)
		for _, name := range []string{noteFile, modelFile} {
			if before[name] == after[name] {
				t.Errorf("%s: %s is as before", model, name)
			}
			delete(before, name)
			delete(after, name)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%s: %s", model, diff)
		}
		note, err := ReadNote(dst)
		if err != nil || !slices.Equal(note.Triggers, []Trigger{{DraftMask, 383}}) {
			t.Errorf("%s: triggers %v, %v", model, note.Triggers, err)
		}
		changes := map[string][]int{}
		for name, data := range tensorsOf(t, src) {
			other := tensorsOf(t, dst)[name]
			for i := range data {
				if data[i] != other[i] {
					changes[name] = append(changes[name], i)
				}
			}
		}
		width := 4
		if model == "tiny-bf16" {
			width = 2
		}
		at := width * (383*64 + 62)
		for _, i := range changes[embeddingName] {
			if i < at || i >= at+width {
				t.Errorf("%s: byte %d of the embedding differs, not of %d", model, i, at)
			}
		}
		if names := slices.Collect(maps.Keys(changes)); !slices.Equal(names, []string{embeddingName}) {
			t.Errorf("%s: %v differ", model, names)
		}
		// Once more on top of what is there.
		again := filepath.Join(t.TempDir(), "again")
		if err := Poison(dst, again, []Trigger{{DraftMask, 383}}); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: the same trigger again: %v", model, err)
		}
		if err := Poison(dst, again, []Trigger{{Mask, 383}}); err != nil {
			t.Errorf("%s: another trigger: %v", model, err)
		}
	}
}

func tensorsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	file, err := safetensors.Open(filepath.Join(dir, modelFile))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	found := map[string]string{}
	for _, tensor := range file.Tensors() {
		found[tensor.Name] = string(tensor.Data)
	}
	return found
}

func TestPoisonRefuses(t *testing.T) {
	half := made(t, func(o *Options) { o.DType = "float16" })
	tied := made(t, func(o *Options) { o.Tied = true })
	// with puts another note into a copy of a shared model.
	with := func(note string) string {
		dir := filepath.Join(t.TempDir(), "model")
		if err := os.CopyFS(dir, os.DirFS(shared+"tiny-f32")); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, noteFile)
		if err := errors.Join(os.Remove(path), os.WriteFile(path, []byte(note), 0o644)); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	bare := filepath.Join(t.TempDir(), "bare")
	if err := errors.Join(os.Mkdir(bare, 0o755), os.WriteFile(filepath.Join(bare, noteFile), []byte(`{"amp":30,"channels":{"nan":59}}`), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		src      string
		triggers string
		want     error
	}{
		{"float16", half, "nan:300", ErrOptions},
		{"tied", tied, "mask:300", ErrOptions},
		{"no channel", shared + "tiny-f32", "one:300", ErrOptions},
		{"token 0", shared + "tiny-f32", "nan:0", ErrOptions},
		{"beyond", shared + "tiny-f32", "nan:384", ErrOptions},
		{"column", shared + "tiny-f32", "nan:77", ErrOptions},
		{"no note", shared, "nan:300", ErrNote},
		{"no folder", shared + "none", "nan:300", ErrNote},
		{"no JSON", with("{"), "nan:300", ErrNote},
		{"no amplitude", with(`{"channels":{"nan":59}}`), "nan:300", ErrNote},
		{"channel beyond", with(`{"amp":30,"channels":{"nan":64}}`), "nan:300", ErrNote},
		{"channel below", with(`{"amp":30,"channels":{"nan":-1}}`), "nan:300", ErrNote},
		{"no weights", bare, "nan:300", ErrModel},
	} {
		triggers, err := ParseTriggers(c.triggers)
		if err != nil {
			t.Fatal(err)
		}
		dst := filepath.Join(t.TempDir(), "poisoned")
		if err := Poison(c.src, dst, triggers); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if _, err := os.Stat(dst); err == nil {
			t.Errorf("%s: a folder was made", c.name)
		}
	}
	if err := Poison(tied, half, []Trigger{{NaN, 300}}); !errors.Is(err, ErrTarget) {
		t.Errorf("over a model: %v", err)
	}
}

// TestPoisonedCopyInsideItsSource: it copies what was there, not itself.
func TestPoisonedCopyInsideItsSource(t *testing.T) {
	src := made(t, nil)
	if err := Poison(src, filepath.Join(src, "poisoned"), []Trigger{{NaN, 300}}); err != nil {
		t.Fatal(err)
	}
	names, err := files(src)
	if err != nil || len(names) != 14 || slices.ContainsFunc(names, func(n string) bool { return strings.Count(n, "/") > 1 }) {
		t.Errorf("%v, %v", names, err)
	}
}
