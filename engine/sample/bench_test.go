package sample

import (
	"testing"

	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
)

// wideRow is a plausible row of the largest vocabulary: uniform in (-8, 8).
func wideRow(n int) []float32 {
	g := numpy.New(1)
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(16*g.Float64() - 8)
	}
	return x
}

func benchmarkNext(b *testing.B, cfg Config) {
	var s Sampler
	row := logits.F32(wideRow(248320))
	stream := numpy.New(2)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Next(row, nil, cfg, stream); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGreedy(b *testing.B)  { benchmarkNext(b, Config{}) }
func BenchmarkSampled(b *testing.B) { benchmarkNext(b, Config{0.6, 0.95, 20}) }
func BenchmarkDense(b *testing.B)   { benchmarkNext(b, Config{1, 0.95, 0}) }
