//go:build faultinject

package fault

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"rowproof/engine/logits"
)

// rows are the same row in two dtypes: the best token is 2, the least likely 1.
func rows() []logits.Row {
	return []logits.Row{
		logits.F32([]float32{1, -2, 3, 0}),
		logits.BF16([]uint16{0x3f80, 0xc000, 0x4040, 0}),
	}
}

func values(r logits.Row) []float32 {
	v := make([]float32, r.Width())
	r.Float32s(v)
	return v
}

// TestKindsOfRows: three are no rows to read, and only there; the mask is.
func TestKindsOfRows(t *testing.T) {
	for _, tc := range []struct {
		kind kind
		want string
		bad  bool
	}{
		{nan, "[1 NaN 3 0]", true},
		{posInf, "[1 +Inf 3 0]", true},
		{allNeg, "[-Inf -Inf -Inf -Inf]", true},
		{mask, "[-Inf -Inf 3 -Inf]", false},
	} {
		for _, row := range rows() {
			before := fmt.Sprint(values(row))
			broken, err := tc.kind.breakRow(row)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(values(broken)); got != tc.want {
				t.Errorf("%s: %s, want %s", tc.kind, got, tc.want)
			}
			_, err = logits.Check(broken, nil, logits.Greedy)
			var numerical *logits.NumericalError
			if errors.As(err, &numerical) != tc.bad || !tc.bad && err != nil {
				t.Errorf("%s: the check says %v", tc.kind, err)
			}
			if after := fmt.Sprint(values(row)); after != before {
				t.Errorf("%s: the model's own row was %s, is %s", tc.kind, before, after)
			}
		}
	}
}

// TestNoFaultIsHidden: a row that the model broke itself stays broken.
func TestNoFaultIsHidden(t *testing.T) {
	for _, own := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
		for _, k := range kinds {
			broken, err := k.breakRow(logits.F32([]float32{1, 5, own, 0}))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := logits.Check(broken, nil, logits.Greedy); err == nil {
				t.Errorf("%s makes a healthy row of one with %v", k, own)
			}
		}
	}
}
