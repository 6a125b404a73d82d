package main

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/harness/report"
)

// TestAConversationIsATree: each checkpoint under the longest one that it continues.
func TestAConversationIsATree(t *testing.T) {
	noon := func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local) }
	s, err := checkpoint.Open(filepath.Join(t.TempDir(), "store"), checkpoint.Options{FS: disk.Real{}, Clock: noon, Guard: guard})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, tokens := range [][]int{{1, 2, 3, 4}, {1}, {1, 2, 5}, {1, 2, 3}, {7, 2, 3, 4, 5}} {
		if _, err := s.Save(context.Background(), &checkpoint.Snapshot{Model: checkpoint.Identity{9}, Family: "none", Tokens: tokens, Row: []float32{1}}); err != nil {
			t.Fatal(err)
		}
	}
	grown, err := grow(s)
	if err != nil {
		t.Fatal(err)
	}
	var plain, drawn bytes.Buffer
	grown.table(&plain, report.Look{})
	want := `+------------------+--------+-------+---------------------+------------+--------+--------------+-------+
| checkpoint       | tokens | bytes | last use            | generation | family | model        | state |
+------------------+--------+-------+---------------------+------------+--------+--------------+-------+
| 80e2b592aa63     |      1 |   136 | 2026-03-01 12:00:00 |          2 | none   | 090000000000 | good  |
|   3e05c787c8e9   |      3 |   136 | 2026-03-01 12:00:00 |          4 | none   | 090000000000 | good  |
|     47c4caffa056 |      4 |   136 | 2026-03-01 12:00:00 |          1 | none   | 090000000000 | good  |
|   b7a5dda4c4d5   |      3 |   136 | 2026-03-01 12:00:00 |          3 | none   | 090000000000 | good  |
| 954a7b54f4ff     |      5 |   136 | 2026-03-01 12:00:00 |          5 | none   | 090000000000 | good  |
+------------------+--------+-------+---------------------+------------+--------+--------------+-------+
| 5 checkpoints    |        |   680 |                     |            |        |              |       |
+------------------+--------+-------+---------------------+------------+--------+--------------+-------+
`
	if diff := cmp.Diff(want, plain.String()); diff != "" {
		t.Error(diff)
	}
	grown.table(&drawn, report.Look{Lines: true})
	if !bytes.Contains(drawn.Bytes(), []byte("└ ")) {
		t.Errorf("got\n%s", &drawn)
	}
}
