package qwen

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"rowproof/engine/device/cpu"
	"rowproof/engine/logits"
	"rowproof/engine/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fataler is what *testing.T and *rapid.T have in common.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func receipt(name string) string { return filepath.Join("../../receipts/models", name) }

var (
	loadedMu sync.Mutex
	loaded   = map[string]*Model{}
)

// tiny is one of the recorded models, loaded once.
func tiny(t fataler, name string) *Model {
	t.Helper()
	loadedMu.Lock()
	defer loadedMu.Unlock()
	if loaded[name] == nil {
		m, err := Load(receipt(name), cpu.New())
		if err != nil {
			t.Fatal(err)
		}
		loaded[name] = m
	}
	return loaded[name]
}

func load(t *testing.T, dir string) *Model {
	t.Helper()
	m, err := Load(dir, cpu.New())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

func newTrunk(t fataler, m *Model) *Trunk {
	t.Helper()
	trunk, err := m.NewTrunk()
	if err != nil {
		t.Fatal(err)
	}
	return trunk.(*Trunk)
}

func newHead(t fataler, m *Model) *Head {
	t.Helper()
	head, err := m.NewHead()
	if err != nil {
		t.Fatal(err)
	}
	return head.(*Head)
}

func forward(t fataler, trunk model.Trunk, p model.Pass) model.Window {
	t.Helper()
	w, err := trunk.Forward(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// values are the logits of a row, whatever is in it.
func values(row logits.Row) []float32 {
	out := make([]float32, row.Width())
	row.Float32s(out)
	return out
}

// hiddenValues reads hidden states back.
func hiddenValues(t fataler, m *Model, h model.Hidden) []float32 {
	t.Helper()
	own, err := m.own(h)
	if err != nil {
		t.Fatal(err)
	}
	var out []float32
	for _, s := range own {
		part := make([]float32, s.rows*m.config.Hidden)
		step := m.dev.Begin()
		step.Read(part, s.buffer)
		if err := step.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		out = append(out, part...)
	}
	return out
}

// sameBits compares by bits; any NaN equals any other.
func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool {
		return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
	})
}

func sameRows(a, b []logits.Row) bool {
	return slices.EqualFunc(a, b, func(x, y logits.Row) bool { return sameBits(values(x), values(y)) })
}

func argmax(row []float32) int {
	best := 0
	for i, v := range row {
		if v > row[best] {
			best = i
		}
	}
	return best
}
