package modelprove

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rowproof/engine/safetensors"
	"rowproof/harness/modelmake"
)

// TestWideWeightsAreTheSameWeights: our activations are float32 on either folder, so
// that every row has the same bits.
func TestWideWeightsAreTheSameWeights(t *testing.T) {
	for _, c := range []struct{ name, dir string }{
		{"bfloat16", made(t, func(o *modelmake.Options) { o.DType, o.Sidecar = "bfloat16", true })},
		{"float16", made(t, func(o *modelmake.Options) { o.DType, o.Tied = "float16", true })},
		{"shared", shared + "tiny-bf16"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dst := filepath.Join(t.TempDir(), "wide")
			if err := widen(c.dir, dst); err != nil {
				t.Fatal(err)
			}
			src, err := open(c.dir)
			if err != nil {
				t.Fatal(err)
			}
			defer src.model.Close()
			wide, err := open(dst)
			if err != nil {
				t.Fatal(err)
			}
			defer wide.model.Close()
			if wide.dtype != "F32" || src.dtype == "F32" {
				t.Errorf("%s became %s", src.dtype, wide.dtype)
			}
			want, err := chain(t.Context(), src.model, []int{5, 300, 7}, drafts)
			if err != nil {
				t.Fatal(err)
			}
			got, err := chain(t.Context(), wide.model, []int{5, 300, 7}, drafts)
			if err != nil {
				t.Fatal(err)
			}
			if err := want.sameBits(got); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWideningWritesThroughNoLink: caches of downloads consist of links.
func TestWideningWritesThroughNoLink(t *testing.T) {
	src, dst := t.TempDir(), filepath.Join(t.TempDir(), "wide")
	target, err := filepath.Abs(shared + "tiny-bf16/model.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(src, "model.safetensors")); err != nil {
		t.Skip(err)
	}
	if err := widen(src, dst); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(filepath.Join(dst, "model.safetensors")); err != nil || !info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
	if after, err := os.ReadFile(target); err != nil || string(after) != string(before) {
		t.Error("the original has changed")
	}
}

func TestWhatCannotBeWidened(t *testing.T) {
	src := t.TempDir()
	f, err := os.Create(filepath.Join(src, "model.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	quantised := safetensors.Tensor{Name: "q", DType: "U8", Shape: []int{1}, Data: []byte{1}}
	if err := errors.Join(safetensors.Write(f, []safetensors.Tensor{quantised}, nil), f.Close()); err != nil {
		t.Fatal(err)
	}
	if err := widen(src, filepath.Join(t.TempDir(), "wide")); err == nil {
		t.Error("widened")
	}
}
