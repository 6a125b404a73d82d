package qwen

import (
	"context"
	"testing"

	"rowproof/engine/device/cpu"
	"rowproof/engine/model"
)

func benchmarkForward(b *testing.B, p model.Pass) {
	m, err := Load(receipt("tiny-f32"), cpu.New())
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	trunk := newTrunk(b, m)
	b.ReportAllocs()
	for b.Loop() {
		if trunk.Len()+len(p.Tokens) > 512 {
			trunk = newTrunk(b, m)
		}
		if _, err := trunk.Forward(context.Background(), p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStep(b *testing.B) {
	benchmarkForward(b, model.Pass{Tokens: []int{7}, Rows: model.LastRow})
}

func BenchmarkWindow(b *testing.B) {
	benchmarkForward(b, model.Pass{Tokens: tokens(4, 1), Rows: model.AllRows, Capture: true})
}

func BenchmarkPrefill(b *testing.B) {
	benchmarkForward(b, model.Pass{Tokens: tokens(256, 1)})
}
