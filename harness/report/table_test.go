package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness/report"
)

func table(t *testing.T, look report.Look) string {
	t.Helper()
	s := summary(t)
	s.Classes = s.Classes[:1]
	var b strings.Builder
	report.Table(&b, s, features(), look)
	return b.String()
}

func TestThePlainTable(t *testing.T) {
	want := `+----------------+-------+------------+-------------+--------+
| group          | equal | exceptions | unsupported | differ |
+----------------+-------+------------+-------------+--------+
| native-invalid |     0 |          1 |           0 |      2 |
| point-mass     |     2 |          0 |           1 |      0 |
+----------------+-------+------------+-------------+--------+
| all 6          |     2 |          1 |           1 |      2 |
+----------------+-------+------------+-------------+--------+
exception unchecked-argmax-13295: 1 case in native-invalid
  The oracle's context copy (generation.py 13295, and 13617 in
  its batched lane) settles a window by an unchecked argmax
  over its rows, so a broken row gives a target token; the law
  refuses the window.
+-------------+--------+--------+
| feature     | passed | failed |
+-------------+--------+--------+
| Greedy      |      1 |      1 |
| Masks       |      1 |      0 |
+-------------+--------+--------+
| 3 scenarios |      2 |      1 |
+-------------+--------+--------+
`
	if diff := cmp.Diff(want, table(t, report.Look{Columns: 62})); diff != "" {
		t.Error(diff)
	}
}

func TestWithoutColumnsNothingIsWrapped(t *testing.T) {
	if got := table(t, report.Look{}); !strings.Contains(got, "so a broken row gives a target token; the law refuses the window.\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestThePlainTableIsASCII(t *testing.T) {
	for _, r := range table(t, report.Look{}) {
		if r > '~' || r < ' ' && r != '\n' {
			t.Fatalf("holds %q", r)
		}
	}
}

func TestOnATerminalLinesAreDrawnAndNumbersColoured(t *testing.T) {
	got := table(t, report.Look{Lines: true, Color: true})
	if !strings.Contains(got, "│ native-invalid │     0 │") || !strings.Contains(got, "\x1b[31m2\x1b[0m") {
		t.Errorf("got\n%q", got)
	}
	if strings.Contains(table(t, report.Look{Lines: true}), "\x1b") {
		t.Error("colour without being asked")
	}
}
