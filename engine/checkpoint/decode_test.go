package checkpoint

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func file(t testing.TB, s *Snapshot) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(ctx, &b, s, 1); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestDamage: no bit of a file may change, and none may be missing or too many.
func TestDamage(t *testing.T) {
	good := file(t, golden())
	refused := func(what string, at int, b []byte) {
		t.Helper()
		s, _, err := decode(ctx, bytes.NewReader(b), int64(len(b)))
		if !errors.Is(err, errFormat) || s != nil {
			t.Errorf("%s at %d: %v", what, at, err)
		}
	}
	for i := range good {
		refused("cut", i, good[:i])
		for bit := range 8 {
			b := bytes.Clone(good)
			b[i] ^= 1 << bit
			refused("flipped bit", i, b)
		}
	}
	refused("more", len(good), append(bytes.Clone(good), 0))
	// A file that gets shorter while it is read.
	if _, _, err := decode(ctx, bytes.NewReader(good[:len(good)-1]), int64(len(good))); !errors.Is(err, errFormat) {
		t.Error(err)
	}
}

// TestReadErrorIsNoDamage: a disk that does not answer says nothing about the file.
func TestReadErrorIsNoDamage(t *testing.T) {
	good := file(t, golden())
	broken := errors.New("no answer")
	for _, n := range []int{0, fixedSize, len(good) / 2, len(good) - 1} {
		r := iotest.ErrReader(broken)
		_, _, err := decode(ctx, io.MultiReader(bytes.NewReader(good[:n]), r), int64(len(good)))
		if !errors.Is(err, broken) || errors.Is(err, errFormat) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

// hostile changes a header and sums it up again.
func hostile(t testing.TB, change func(b []byte)) []byte {
	t.Helper()
	b := file(t, golden())
	h := headerOf(golden(), 1)
	change(b)
	at := fixedSize + len(h.family) + 4*len(h.tokens)
	for _, tensor := range h.tensors {
		at += 8 + len(tensor.Name) + 8*len(tensor.Shape)
	}
	binary.LittleEndian.PutUint32(b[at:], crc32.Checksum(b[:at], castagnoli))
	binary.LittleEndian.PutUint32(b[len(b)-4:], crc32.Checksum(b[:len(b)-4], castagnoli))
	return b
}

// Offsets of numbers in the fixed part.
const (
	sizeAt    = 20 + 4 + 32 + 8
	lengthAt  = sizeAt + 8
	familyAt  = lengthAt + 4
	tokensAt  = familyAt + 4
	rowAt     = tokensAt + 4
	tensorsAt = rowAt + 4
	firstName = fixedSize + len("ds4") + 4*4
)

// TestHostile: sums do not make a header true. None of these may be taken, or cost
// memory.
func TestHostile(t *testing.T) {
	le := binary.LittleEndian
	shapeAt := firstName + 4 + len("cache.k") + 4
	for _, c := range []struct {
		name   string
		change func(b []byte)
		want   string
	}{
		{"nothing", func([]byte) {}, ""},
		{"version", func(b []byte) { le.PutUint32(b[20:], 2) }, "format version 2"},
		{"size", func(b []byte) { le.PutUint64(b[sizeAt:], math.MaxUint64) }, "the header says"},
		{"length", func(b []byte) { le.PutUint32(b[lengthAt:], math.MaxUint32) }, "header of 4294967295 bytes"},
		{"short length", func(b []byte) { le.PutUint32(b[lengthAt:], 3) }, "header of 3 bytes"},
		{"family", func(b []byte) { le.PutUint32(b[familyAt:], math.MaxUint32) }, "family is empty"},
		{"family not UTF-8", func(b []byte) { b[fixedSize] = 0xff }, "family is not UTF-8"},
		{"tokens", func(b []byte) { le.PutUint32(b[tokensAt:], math.MaxUint32) }, "4294967295 tokens"},
		{"no tokens", func(b []byte) { le.PutUint32(b[tokensAt:], 0) }, "0 tokens"},
		{"negative token", func(b []byte) { le.PutUint32(b[fixedSize+3:], 1<<31) }, "token 0 is 2147483648"},
		{"row", func(b []byte) { le.PutUint32(b[rowAt:], math.MaxUint32) }, "row of 4294967295"},
		{"longer row", func(b []byte) { le.PutUint32(b[rowAt:], math.MaxInt32) }, "want 8589934"},
		{"tensors", func(b []byte) { le.PutUint32(b[tensorsAt:], math.MaxUint32) }, "4294967295 tensors"},
		{"one tensor more", func(b []byte) { le.PutUint32(b[tensorsAt:], 4) }, "tensor 3: name"},
		{"name", func(b []byte) { le.PutUint32(b[firstName:], math.MaxUint32) }, "tensor 0: name is empty"},
		{"rank", func(b []byte) { le.PutUint32(b[shapeAt-4:], math.MaxUint32) }, "dimensions"},
		{"negative dimension", func(b []byte) { le.PutUint64(b[shapeAt:], 1<<63) }, "dimension 9223372036854775808"},
		{"dimension", func(b []byte) { le.PutUint64(b[shapeAt:], math.MaxInt64) }, "dimension"},
		{"larger dimension", func(b []byte) { le.PutUint64(b[shapeAt:], 1<<40) }, "bytes with a header of"},
		{"values that overflow together", func(b []byte) {
			le.PutUint64(b[shapeAt:], math.MaxInt64/4/3)
			le.PutUint64(b[shapeAt+16:], 3)
		}, "want -1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := hostile(t, c.change)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, err := decode(ctx, bytes.NewReader(b), int64(len(b)))
			runtime.ReadMemStats(&after)
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if !errors.Is(err, errFormat) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 64<<10 {
				t.Errorf("%d bytes allocated for a file of %d", n, len(b))
			}
		})
	}
}

// FuzzRead: any bytes, no panic, no more memory than a file of that size can ask for,
// and what is taken is written again with the same bytes.
func FuzzRead(f *testing.F) {
	f.Add(file(f, golden()))
	f.Add(file(f, first))
	f.Add([]byte(magic))
	f.Add(hostile(f, func(b []byte) { b[rowAt] = 0 }))
	f.Add(hostile(f, func(b []byte) { b[tensorsAt] = 0 }))
	f.Fuzz(func(t *testing.T, b []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s, h, err := decode(ctx, bytes.NewReader(b), int64(len(b)))
		runtime.ReadMemStats(&after)
		if n, most := after.TotalAlloc-before.TotalAlloc, uint64(32*len(b)+2*chunk); n > most {
			t.Errorf("%d bytes allocated for a file of %d", n, len(b))
		}
		if err != nil {
			if !errors.Is(err, errFormat) {
				t.Error(err)
			}
			return
		}
		if err := validate(s); err != nil {
			t.Error(err)
		}
		var again bytes.Buffer
		if err := encode(ctx, &again, s, h.generation); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again.Bytes(), b) {
			t.Error("two files of one snapshot")
		}
	})
}
