package cpu

import (
	"testing"

	"rowproof/engine/device"
)

// benchmarkMatMul reports the bytes of weights read per second.
func benchmarkMatMul(b *testing.B, dtype device.DType, rows, cols, n int) {
	d := New()
	weights := make([]byte, rows*cols*dtype.Size())
	for i := range weights {
		weights[i] = byte(i) & 0x3f // finite in every dtype; pages of zeros would all be one page
	}
	w, err := d.Matrix(weights, dtype, rows, cols)
	if err != nil {
		b.Fatal(err)
	}
	src, dst := vector(b, d, make([]float32, n*cols)), vector(b, d, make([]float32, n*rows))
	s := d.Begin()
	b.SetBytes(int64(rows * cols * dtype.Size()))
	b.ReportAllocs()
	for b.Loop() {
		s.MatMul(dst, src, w, n)
	}
	run(b, s)
}

func BenchmarkMatMulVocabularyF32(b *testing.B)  { benchmarkMatMul(b, device.F32, 248320, 1024, 1) }
func BenchmarkMatMulVocabularyBF16(b *testing.B) { benchmarkMatMul(b, device.BF16, 248320, 1024, 1) }
func BenchmarkMatMulVocabularyF16(b *testing.B)  { benchmarkMatMul(b, device.F16, 248320, 1024, 1) }
func BenchmarkMatMulPrefillF32(b *testing.B)     { benchmarkMatMul(b, device.F32, 1024, 1024, 64) }
func BenchmarkMatMulPrefillBF16(b *testing.B)    { benchmarkMatMul(b, device.BF16, 1024, 1024, 64) }
func BenchmarkMatMulTinyF32(b *testing.B)        { benchmarkMatMul(b, device.F32, 384, 64, 1) }
func BenchmarkMatMulTinyBF16(b *testing.B)       { benchmarkMatMul(b, device.BF16, 384, 64, 1) }
