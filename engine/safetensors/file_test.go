package safetensors

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// save writes bytes to a file of its own.
func save(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "model.safetensors")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// open opens a file that is closed when the test ends.
func open(t *testing.T, path string) *File {
	t.Helper()
	file, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	return file
}

// TestOpenModels holds the recorded models against the list of tensors that the
// program that made them left beside each.
func TestOpenModels(t *testing.T) {
	dtypes := map[string]string{"mlx.core.float32": "F32", "mlx.core.bfloat16": "BF16", "mlx.core.float16": "F16"}
	for model, count := range map[string]int{"tiny-f32": 71, "tiny-bf16": 71, "tiny-8l": 0} {
		t.Run(model, func(t *testing.T) {
			dir := filepath.Join("../../receipts/models", model)
			text, err := os.ReadFile(filepath.Join(dir, "tensors.json"))
			if err != nil {
				t.Fatal(err)
			}
			var list map[string][2]json.RawMessage
			if err := json.Unmarshal(text, &list); err != nil {
				t.Fatal(err)
			}
			type kind struct {
				DType string
				Shape []int
			}
			want := map[string]kind{}
			for name, pair := range list {
				var shape []int
				var dtype string
				if err := errors.Join(json.Unmarshal(pair[0], &shape), json.Unmarshal(pair[1], &dtype)); err != nil {
					t.Fatal(err)
				}
				want[name] = kind{dtypes[dtype], shape}
			}
			if count != 0 && len(want) != count {
				t.Errorf("%d tensors listed, want %d", len(want), count)
			}
			got := map[string]kind{}
			for _, tensor := range open(t, filepath.Join(dir, "model.safetensors")).Tensors() {
				got[tensor.Name] = kind{tensor.DType, tensor.Shape}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error("tensors (-listed +in the file):", diff)
			}
		})
	}
}

func TestFile(t *testing.T) {
	path := save(t, raw(`{"__metadata__":{"format":"mlx"},`+entryU8("b", "2", "0,2")+`,`+entryU8("a", "1,3", "2,5")+`}`, 5))
	file := open(t, path)
	a := Tensor{Name: "a", DType: "U8", Shape: []int{1, 3}, Data: []byte{2, 3, 4}, File: path}
	b := Tensor{Name: "b", DType: "U8", Shape: []int{2}, Data: []byte{0, 1}, File: path}
	same := func() {
		t.Helper()
		if diff := cmp.Diff([]Tensor{a, b}, file.Tensors()); diff != "" {
			t.Error("Tensors (-want +got):", diff)
		}
		if got, ok := file.Tensor("a"); !ok || !cmp.Equal(got, a) {
			t.Errorf("a: %v, %v", got, ok)
		}
		if diff := cmp.Diff(map[string]string{"format": "mlx"}, file.Metadata()); diff != "" {
			t.Error("Metadata (-want +got):", diff)
		}
	}
	same()
	if file.Name() != path {
		t.Errorf("Name %q", file.Name())
	}
	for _, name := range []string{"", "A", "aa", "c", "__metadata__"} {
		if got, ok := file.Tensor(name); ok || !cmp.Equal(got, Tensor{}) {
			t.Errorf("%q: %v", name, got)
		}
	}

	// What was handed out is the caller's.
	tensors := file.Tensors()
	tensors[0].Name, tensors[0].Shape[0] = "z", 9
	single, _ := file.Tensor("a")
	single.Shape[0] = 9
	file.Metadata()["format"] = "other"
	_ = append(tensors[1].Data, 7) // must copy: the next bytes are another tensor's, and read-only
	same()
}

func TestFileAfterClose(t *testing.T) {
	file := open(t, save(t, raw(`{`+entryU8("a", "1", "0,1")+`}`, 1)))
	for range 2 {
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if _, ok := file.Tensor("a"); ok || len(file.Tensors()) != 0 {
			t.Error("tensors whose data are gone")
		}
	}
}

func TestFileServesManyGoroutines(t *testing.T) {
	file := open(t, save(t, raw(`{"__metadata__":{"k":"v"},`+entryU8("a", "4", "0,4")+`}`, 4)))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				tensor, ok := file.Tensor("a")
				if !ok || tensor.Data[3] != 3 || file.Metadata()["k"] != "v" || len(file.Tensors()) != 1 {
					t.Error("not what the file holds")
				}
				tensor.Shape[0]++
			}
		})
	}
	group.Wait()
	for range 4 {
		group.Go(func() {
			file.Tensors()
			if err := file.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string
		err  error
	}{
		"directory":           {dir, ErrFile},
		"link to a directory": {link, ErrFile},
		"device":              {os.DevNull, ErrFile},
		"empty file":          {save(t, nil), ErrHeader},
		"half a length":       {save(t, []byte{1, 2, 3}), ErrHeader},
		"only a length":       {save(t, make([]byte, 8)), ErrHeader},
		"truncated":           {save(t, raw(`{`+entryU8("a", "9", "0,9")+`}`, 8)), ErrOffsets},
		"not safetensors":     {save(t, []byte("PK\x03\x04 and so on")), ErrHeader},
	} {
		file, err := Open(c.path)
		var format *FormatError
		if file != nil || !errors.As(err, &format) || format.File != c.path || !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", name, err, c.err)
		}
	}
	if _, err := Open(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrFormat) {
		t.Errorf("missing file: %v", err)
	}
}

func TestOpenFollowsLinks(t *testing.T) {
	path := save(t, raw("{}", 0))
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if name := open(t, link).Name(); name != link {
		t.Errorf("name %q, want %q", name, link)
	}
}

// TestOpenReadsNoData: a file with a gigabyte of data (a hole of the file system)
// opens without memory for it.
func TestOpenReadsNoData(t *testing.T) {
	const size = 1 << 30
	path := save(t, raw(`{"a":{"dtype":"F32","shape":[16384,16384],"data_offsets":[0,1073741824]}}`, 0))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()+size); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	file := open(t, path)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<16 {
		t.Errorf("%d bytes allocated", n)
	}
	tensor, _ := file.Tensor("a")
	if len(tensor.Data) != size || tensor.Data[size-1] != 0 {
		t.Error("not the data of the file")
	}
}

// TestOpenOutlivesReplacement: renaming a new file over an open one, as File
// advises, leaves its tensors as they were.
func TestOpenOutlivesReplacement(t *testing.T) {
	path := save(t, raw(`{`+entryU8("a", "3", "0,3")+`}`, 3))
	file := open(t, path)
	if err := os.Rename(save(t, raw("{}", 0)), path); err != nil {
		t.Fatal(err)
	}
	if tensor, _ := file.Tensor("a"); !slices.Equal(tensor.Data, []byte{0, 1, 2}) {
		t.Errorf("data %v", tensor.Data)
	}
}
