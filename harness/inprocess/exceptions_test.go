package inprocess

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/receipts"
)

// TestExceptionsAreTheDeclaredOnes replays the shared receipts and holds what
// came out against the table that users read, in both directions.
func TestExceptionsAreTheDeclaredOnes(t *testing.T) {
	files, err := harness.LoadFS(receipts.FS, ".")
	if err != nil {
		t.Fatal(err)
	}
	summary, err := harness.Replay(context.Background(), New(), files, harness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := summary.Line(), "total 2864: 2771 equal, 93 exceptions, 0 unsupported, 0 differ"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	seen := map[oracle.Class]int{}
	for _, class := range oracle.Classes() {
		seen[class] = 0 // also explained, if only fresh cases show it
	}
	for _, c := range summary.Classes {
		seen[c.Class] = c.Cases
	}
	text, err := os.ReadFile("../../docs/exceptions.md")
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ = bytes.Cut(text, []byte("\n## Whole generations\n")) // package harness/e2e holds that table
	declared := map[oracle.Class]int{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\d+) \\|").FindAllSubmatch(text, -1) {
		n, err := strconv.Atoi(string(row[2]))
		if err != nil {
			t.Fatal(err)
		}
		declared[oracle.Class(row[1])] = n
	}
	if d := cmp.Diff(declared, seen); d != "" {
		t.Errorf("docs/exceptions.md (-) and the replay (+): %s", d)
	}
}
