package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// golden is of a family whose rows may hold anything.
func golden() *Snapshot {
	return &Snapshot{
		Model:  Identity(sha256.Sum256([]byte("a model"))),
		Family: "ds4",
		Tokens: []int{0, 7, 65536, math.MaxInt32},
		Row:    []float32{0, float32(math.Copysign(0, -1)), 1.5, float32(math.Inf(-1)), math.Float32frombits(0x7fa00001)},
		Tensors: []Tensor{
			{"cache.k", []int{2, 1, 3}, []float32{1, 2, 3, 4, 5, 6}},
			{"empty", []int{0, 4}, nil},
			{"position", nil, []float32{4}},
		},
	}
}

// TestGolden: the bytes of a file never change. A new layout is a new version.
func TestGolden(t *testing.T) {
	var b bytes.Buffer
	if err := encode(ctx, &b, golden(), 3); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/golden.hex")
	if err != nil {
		t.Fatal(err)
	}
	if got := hex.Dump(b.Bytes()); got != string(want) {
		t.Errorf("bytes have changed (-want +got):\n%s", cmp.Diff(string(want), got))
	}
	s, h, err := decode(ctx, &b, int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if bytesOf(s) != bytesOf(golden()) || h.generation != 3 {
		t.Error("read back differently")
	}
}

func TestNameOfGolden(t *testing.T) {
	// SHA-256 of the identity and of 0, 7, 65536, 2^31-1 in 4 bytes each.
	sum := sha256.New()
	id := golden().Model
	sum.Write(id[:])
	sum.Write([]byte{0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 1, 0, 0xff, 0xff, 0xff, 0x7f})
	if got, want := nameOf(golden()), hex.EncodeToString(sum.Sum(nil)); string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// any makes snapshots with float32s of any bits.
func anySnapshot(t *rapid.T) *Snapshot {
	floats := func(n int, label string) []float32 {
		if n == 0 {
			return nil
		}
		bits := rapid.SliceOfN(rapid.Uint32(), n, n).Draw(t, label)
		v := make([]float32, n)
		for i := range v {
			v[i] = math.Float32frombits(bits[i])
		}
		return v
	}
	s := &Snapshot{
		Family: rapid.StringN(1, 20, 80).Draw(t, "family"),
		Tokens: rapid.SliceOfN(rapid.IntRange(0, math.MaxInt32), 1, 40).Draw(t, "tokens"),
		Row:    floats(rapid.IntRange(0, 40).Draw(t, "width"), "row"),
	}
	copy(s.Model[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "model"))
	for _, name := range rapid.SliceOfNDistinct(rapid.StringN(1, 8, 32), 0, 4, rapid.ID[string]).Draw(t, "names") {
		shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "shape")
		if len(shape) == 0 {
			shape = nil
		}
		n, err := elements(shape)
		if err != nil {
			t.Fatal(err)
		}
		s.Tensors = append(s.Tensors, Tensor{name, shape, floats(n, name)})
	}
	return s
}

// TestRoundTrip: what is written is read, bit by bit, whatever the values are.
func TestRoundTrip(t *testing.T) {
	bits := cmp.Comparer(func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) })
	rapid.Check(t, func(t *rapid.T) {
		s := anySnapshot(t)
		if err := validate(s); err != nil {
			t.Skip(err)
		}
		generation := rapid.Uint64().Draw(t, "generation")
		var b bytes.Buffer
		if err := encode(ctx, &b, s, generation); err != nil {
			t.Fatal(err)
		}
		if want := headerOf(s, generation).size; int64(b.Len()) != want {
			t.Fatalf("%d bytes, want %d", b.Len(), want)
		}
		got, h, err := decode(ctx, &b, int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if h.generation != generation {
			t.Errorf("generation %d, want %d", h.generation, generation)
		}
		if diff := cmp.Diff(s, got, bits); diff != "" {
			t.Error(diff)
		}
	})
}
