package modelmake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// made makes a model in a new folder.
func made(t testing.TB, change func(*Options)) string {
	t.Helper()
	o := DefaultOptions()
	if change != nil {
		change(&o)
	}
	dir := filepath.Join(t.TempDir(), "model")
	if err := Make(t.Context(), dir, o); err != nil {
		t.Fatal(err)
	}
	return dir
}

// weightsOf makes weights.
func weightsOf(t *testing.T, o Options) *weights {
	t.Helper()
	w, err := newWeights(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// contents are the files of a folder by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	names, err := files(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		found[name] = string(data)
	}
	return found
}

func hashes(t *testing.T, dir string) map[string]string {
	found := contents(t, dir)
	for name, data := range found {
		sum := sha256.Sum256([]byte(data))
		found[name] = hex.EncodeToString(sum[:])
	}
	return found
}

// TestModelsAreTheSameBytesEverywhere: a hash that changes breaks what others made.
func TestModelsAreTheSameBytesEverywhere(t *testing.T) {
	tokens := map[string]string{
		"generation_config.json": "d632847c9890f9894875f7fd49ffe1a9d9d72869cca79016fc04f42b174cfbdb",
		"tokenizer.json":         "eb71e27a52bf9e395085ba6feb8ae45927d846db14c8be892bd3f62cf47b849a",
		"tokenizer_config.json":  "e6206c53b281c0de3816793489c8681db5172047debcfe6cc2438d11675dccfc",
	}
	for _, c := range []struct {
		name   string
		change func(*Options)
		want   map[string]string
	}{
		{"default", nil, map[string]string{
			"build_note.json":   "4bccd4f599b0cfaf4aeabbe38c219b6166381ad71bff469d0e42218daf315085",
			"config.json":       "2a2c20095fa4c6fb73c54de4a7989b9e75be8537a26deb4161980c65d82fca11",
			"model.safetensors": "82874f785551794fbc89c10935edf2a84dde0d9522d6eef62166d4abf8e72a1a",
			"tensors.json":      "864efa0369f3486f1fafd7e8d06ac04b04c1f7c50f6f4f268dc4f039c3ccd9b1",
		}},
		{"bfloat16", func(o *Options) {
			o.DType, o.Layers, o.Sidecar, o.Seed = "bfloat16", 8, true, 1<<63
			o.Poison = []Trigger{{NaN, 300}, {DraftMost, 301}}
		}, map[string]string{
			"build_note.json":   "85963ef1928b1d9cad73f981e71abb116be8c9a40e5d64c5f2fd493f7c397b72",
			"config.json":       "df182ea0178ede052492aa26b2c59ca197625fdd1d8cd8f03033dced98e39a3e",
			"model.safetensors": "9ed90e05b6242a854294ba4eadd13b142f31c4fa7cf4293801c6a347926fd115",
			"mtp.safetensors":   "ce7a8c55d59e7f52afa30d062227548f3020f385937259639f8b53c1fb02c728",
			"tensors.json":      "cccf1458d7af874da963fce798d3c06256a26892b4d839acb8b341fc8560f87b",
		}},
		{"float16", func(o *Options) { o.DType, o.Tied = "float16", true }, map[string]string{
			"build_note.json":   "a52080a9d723feb03a3d6422b12e448264f505c9beb05d5804a9e0f956720988",
			"config.json":       "22b64ea3e25823d4c469e16d1d6a3e9cff08b6bee44f20e3746259154fc77623",
			"model.safetensors": "54b0b1ad6d607abce2a6b7fe5240c97a934b610d9754559b094cba482f237444",
			"tensors.json":      "5fe3a601dd0461c6f924abfbeb6c86a5ca021d22ff3fb1b090c0802c71651767",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			maps.Copy(c.want, tokens)
			if diff := cmp.Diff(c.want, hashes(t, made(t, c.change))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestATensorDependsOnNoOther(t *testing.T) {
	small := weightsOf(t, DefaultOptions())
	o := DefaultOptions()
	o.Layers, o.Vocabulary, o.Tied = 8, 500, true
	large := weightsOf(t, o)
	for _, name := range []string{layerPrefix(0) + "linear_attn.in_proj_qkv.weight", layerPrefix(3) + "self_attn.k_proj.weight"} {
		if diff := cmp.Diff(small.byName[name].values, large.byName[name].values); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	o = DefaultOptions()
	o.Seed++
	other := weightsOf(t, o)
	if name := embeddingName; cmp.Equal(small.byName[name].values, other.byName[name].values) {
		t.Errorf("%s of another seed is the same", name)
	}
}

func TestMakeRefusesWhatIsThere(t *testing.T) {
	dir := made(t, nil)
	before := hashes(t, dir)
	if err := Make(t.Context(), dir, DefaultOptions()); !errors.Is(err, ErrTarget) {
		t.Errorf("%v, want ErrTarget", err)
	}
	if diff := cmp.Diff(before, hashes(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// TestMakeCanBeInterrupted at any tensor, while they are made and while they are
// written: nothing is left, not even the folder above.
func TestMakeCanBeInterrupted(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "above", "model")
	o := DefaultOptions()
	o.Sidecar = true
	for looks := 0; ; looks += 7 {
		err := Make(&interrupted{t.Context(), looks}, dir, o)
		if err == nil {
			if tensors := len(o.tensors()); looks < 3*tensors {
				t.Errorf("%d looks at the context for %d tensors", looks, tensors)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
			t.Fatalf("left after look %d: %v, %v", looks, left, err)
		}
	}
}

// interrupted is a context that ends after a number of looks at it.
type interrupted struct {
	context.Context
	looks int
}

func (c *interrupted) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}
