package engine_test

import (
	"context"
	"testing"

	"rowproof/engine"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

// TestEveryForwardIsCheckedOnce, the final capture's too, and nothing reads its row again:
// where all rows are read greedily, the rows computed are the rows read.
func TestEveryForwardIsCheckedOnce(t *testing.T) {
	for _, depth := range []int{0, 1, 3} {
		m := scripted.New(conversation)
		g := generator(t, m, engine.Options{})
		r := ask(3, 6)
		r.Depth = depth
		before := logits.FullReads()
		got, err := g.Generate(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		forwards, rows := 0, 0
		for _, p := range m.Passes() {
			switch p.Rows {
			case model.LastRow:
				forwards, rows = forwards+1, rows+1
			case model.AllRows:
				forwards, rows = forwards+1, rows+len(p.Tokens)
			}
		}
		if read := logits.FullReads() - before; read != uint64(rows) || got.Forwards != forwards {
			t.Errorf("depth %d: %d rows computed, %d read; %d forwards with rows, %d reported", depth, rows, read, forwards, got.Forwards)
		}
		if depth == 0 && m.Passes()[len(m.Passes())-1].Kind != model.Final {
			t.Error("no final capture")
		}
	}
}
