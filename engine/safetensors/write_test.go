package safetensors

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestWriteBytes(t *testing.T) {
	for name, c := range map[string]struct {
		tensors  []Tensor
		metadata map[string]string
		want     string
	}{
		"nothing": {want: "\x08\x00\x00\x00\x00\x00\x00\x00{}      "},
		"metadata by key": {
			metadata: map[string]string{"b": "2", "a": "<1>"},
			want:     "\x30\x00\x00\x00\x00\x00\x00\x00" + `{"__metadata__":{"a":"\u003c1\u003e","b":"2"}}  `,
		},
		"tensors in the order given": {
			tensors: []Tensor{
				{Name: "w", DType: "BF16", Shape: []int{1, 2}, Data: []byte("abcd")},
				{Name: "a", DType: "U8", Data: []byte("e")},
			},
			want: "\x70\x00\x00\x00\x00\x00\x00\x00" +
				`{"w":{"dtype":"BF16","shape":[1,2],"data_offsets":[0,4]},"a":{"dtype":"U8","shape":[],"data_offsets":[4,5]}}    ` + "abcde",
		},
	} {
		var b bytes.Buffer
		if err := Write(&b, c.tensors, c.metadata); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, b.String()); diff != "" {
			t.Errorf("%s (-want +got): %s", name, diff)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	good := Tensor{Name: "good", DType: "U8", Shape: []int{1}, Data: []byte{1}}
	with := func(change func(*Tensor)) []Tensor {
		bad := Tensor{Name: "bad", DType: "F32", Shape: []int{2}, Data: make([]byte, 8)}
		change(&bad)
		return []Tensor{good, bad}
	}
	for name, c := range map[string]struct {
		tensors  []Tensor
		metadata map[string]string
		tensor   string
		err      error
	}{
		"name twice":      {tensors: []Tensor{good, good}, tensor: "good", err: ErrDuplicate},
		"no name":         {tensors: with(func(t *Tensor) { t.Name = "" }), err: ErrHeader},
		"metadata's name": {tensors: with(func(t *Tensor) { t.Name = "__metadata__" }), tensor: "__metadata__", err: ErrHeader},
		"name not UTF-8":  {tensors: with(func(t *Tensor) { t.Name = "\xff" }), tensor: "\xff", err: ErrHeader},
		"dtype":           {tensors: with(func(t *Tensor) { t.DType = "float32" }), tensor: "bad", err: ErrDType},
		"too little data": {tensors: with(func(t *Tensor) { t.Data = t.Data[:7] }), tensor: "bad", err: ErrShape},
		"too much data":   {tensors: with(func(t *Tensor) { t.Shape = []int{1} }), tensor: "bad", err: ErrShape},
		"negative":        {tensors: with(func(t *Tensor) { t.Shape = []int{-1, -2} }), tensor: "bad", err: ErrShape},
		"overflow":        {tensors: with(func(t *Tensor) { t.Shape = []int{1 << 62, 16} }), tensor: "bad", err: ErrShape},
		"65 dimensions":   {tensors: with(func(t *Tensor) { t.Shape = slices.Repeat([]int{1}, 65) }), tensor: "bad", err: ErrHeader},
		"metadata key":    {metadata: map[string]string{"\xff": ""}, err: ErrHeader},
		"metadata value":  {metadata: map[string]string{"k": "\xff"}, err: ErrHeader},
		"header too long": {metadata: map[string]string{"k": strings.Repeat("v", maxHeader)}, err: ErrHeader},
	} {
		var b bytes.Buffer
		err := Write(&b, c.tensors, c.metadata)
		var format *FormatError
		if !errors.As(err, &format) || format.Tensor != c.tensor || !errors.Is(err, c.err) || !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v, want tensor %q, %v", name, err, c.tensor, c.err)
		}
		if b.Len() != 0 {
			t.Errorf("%s: %d bytes were written", name, b.Len())
		}
	}
}

// failing takes so many bytes and then fails.
type failing struct{ room int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return f.room, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestWriteReportsTheWriter(t *testing.T) {
	tensors := []Tensor{{Name: "a", DType: "U8", Shape: []int{4}, Data: make([]byte, 4)}}
	var b bytes.Buffer
	if err := Write(&b, tensors, nil); err != nil {
		t.Fatal(err)
	}
	for room := range b.Len() {
		if err := Write(&failing{room}, tensors, nil); !errors.Is(err, errFull) {
			t.Errorf("room for %d of %d bytes: %v", room, b.Len(), err)
		}
	}
}

// tensorLists draws lists of tensors that make a file.
func tensorLists() *rapid.Generator[[]Tensor] {
	names := rapid.OneOf(rapid.StringN(1, 12, -1), rapid.StringMatching(`model\.layers\.[0-9]\.[a-z_]+\.weight`)).
		Filter(func(s string) bool { return s != metadataKey })
	dtypes := []string{}
	for dtype := range elementBits {
		dtypes = append(dtypes, dtype)
	}
	slices.Sort(dtypes)
	one := rapid.Custom(func(t *rapid.T) Tensor {
		dtype := rapid.SampledFrom(dtypes).Draw(t, "dtype")
		shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "shape")
		if elementBits[dtype] < 8 {
			shape = append(shape, 4) // whole bytes
		}
		size, err := byteSize(dtype, shape)
		if err != nil {
			t.Fatal(err)
		}
		return Tensor{
			Name: names.Draw(t, "name"), DType: dtype, Shape: shape,
			Data: rapid.SliceOfN(rapid.Byte(), size, size).Draw(t, "data"),
		}
	})
	return rapid.SliceOfNDistinct(one, 0, 6, func(t Tensor) string { return t.Name })
}

func TestWriteThenOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.safetensors")
	rapid.Check(t, func(t *rapid.T) {
		tensors := tensorLists().Draw(t, "tensors")
		metadata := rapid.MapOfN(rapid.String(), rapid.String(), 0, 3).Draw(t, "metadata")
		var b, again bytes.Buffer
		if err := errors.Join(Write(&b, tensors, metadata), Write(&again, tensors, metadata)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Fatal("the same tensors gave other bytes")
		}
		data := 0
		for i := range tensors {
			tensors[i].File = path
			data += len(tensors[i].Data)
		}
		if (b.Len()-data)%8 != 0 {
			t.Errorf("data begin at byte %d", b.Len()-data)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		slices.SortFunc(tensors, func(a, b Tensor) int { return strings.Compare(a.Name, b.Name) })
		if diff := cmp.Diff(tensors, file.Tensors()) + cmp.Diff(metadata, file.Metadata()); diff != "" {
			t.Error("(-written +read):", diff)
		}
		for _, want := range tensors {
			if got, ok := file.Tensor(want.Name); !ok || !cmp.Equal(want, got) {
				t.Errorf("%q: %v, %v", want.Name, got, ok)
			}
		}
	})
}
