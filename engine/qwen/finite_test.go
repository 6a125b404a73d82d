package qwen

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/device"
	"rowproof/engine/safetensors"
)

var names = map[device.DType]string{device.F32: "F32", device.BF16: "BF16", device.F16: "F16"}

// TestFinite judges every pattern of 16 bits in every place of a word, and those
// of float32 by their upper halves.
func TestFinite(t *testing.T) {
	for dtype := range names {
		for bits := range 1 << 16 {
			data := make([]byte, 40)
			at := bits % (len(data) / dtype.Size()) * dtype.Size()
			data[at+dtype.Size()-2], data[at+dtype.Size()-1] = byte(bits), byte(bits>>8)
			v := widen(data, dtype)[at/dtype.Size()]
			if want := !isNaN(v) && !math.IsInf(float64(v), 0); finite(data, dtype) != want {
				t.Fatalf("%v %04x: %v is finite: %v", dtype, bits, v, !want)
			}
		}
	}
}

// TestFiniteAnywhere puts one bad value among many.
func TestFiniteAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dtype := rapid.SampledFrom([]device.DType{device.F32, device.BF16, device.F16}).Draw(t, "dtype")
		all := rapid.SliceOfN(rapid.Float32Range(-65504, 65504), 1, 70).Draw(t, "values")
		data := narrow(all, dtype)
		if !finite(data, dtype) {
			t.Fatal("finite values refused")
		}
		at := rapid.IntRange(0, len(all)-1).Draw(t, "at")
		all[at] = rapid.SampledFrom([]float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}).Draw(t, "bad")
		if finite(narrow(all, dtype), dtype) {
			t.Fatalf("%v at %d not seen", all[at], at)
		}
	})
}

// TestCheckFiniteNamesTheFirst: whoever of the goroutines finds something first,
// the answer is the first in the order of the tensors.
func TestCheckFiniteNamesTheFirst(t *testing.T) {
	big := make([]byte, 3*scanPiece+20)
	tensors := []safetensors.Tensor{
		{Name: "empty", DType: "F32", File: "f"},
		{Name: "good", DType: "F32", Data: big, File: "f"},
		{Name: "bad", DType: "F32", Data: append([]byte(nil), big...), File: "f"},
		{Name: "worse", DType: "BF16", Data: []byte{0, 0, 0x80, 0x7f}, File: "f"},
	}
	if err := checkFinite(tensors[:2]); err != nil {
		t.Fatal(err)
	}
	set(&tensors[2], 2*scanPiece/4+3, float32(math.NaN()))
	set(&tensors[2], len(big)/4-1, float32(math.Inf(1)))
	for range 50 {
		err := checkFinite(tensors)
		if !errors.Is(err, ErrTensor) || !strings.Contains(err.Error(), `f: "bad": value 2097155 is NaN`) {
			t.Fatal(err)
		}
	}
	if err := checkFinite(tensors[3:]); err == nil || !strings.Contains(err.Error(), `"worse": value 1 is +Inf`) {
		t.Error(err)
	}
}

func BenchmarkCheckFinite(b *testing.B) {
	data := make([]byte, 256<<20)
	for dtype, name := range names {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if err := checkFinite([]safetensors.Tensor{{DType: name, Data: data}}); err != nil {
					b.Fatal(dtype, err)
				}
			}
		})
	}
}
