package modelprove

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness/report"
)

func TestTable(t *testing.T) {
	p := &Proof{Model: "tiny", DType: "BF16", Lines: []Line{
		{Name: "1 token", Proven: 15, Total: 16, Best: 9, Rows: 10, Difference: 0.25, Stated: "0.19 of the largest logit"},
		{Name: "dnan", Proven: 4, Total: 4, Stated: "draft row: 384 NaN"},
	}}
	var b strings.Builder
	p.Table(&b, report.Look{})
	want := `
+------------+----------+-----------+------------+---------------------------+
| tiny, BF16 |   proven | same best | difference | stated                    |
+------------+----------+-----------+------------+---------------------------+
| 1 token    | 15 of 16 |   9 of 10 |       0.25 | 0.19 of the largest logit |
| dnan       |   4 of 4 |           |            | draft row: 384 NaN        |
+------------+----------+-----------+------------+---------------------------+
`
	if diff := cmp.Diff(want[1:], b.String()); diff != "" {
		t.Error(diff)
	}
	if proven, total := p.Counts(); proven != 19 || total != 20 {
		t.Errorf("%d of %d", proven, total)
	}
}
