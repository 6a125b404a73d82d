package oracle_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

func TestMakeRowRounds(t *testing.T) {
	inf := float32(math.Inf(1))
	payload := math.Float32frombits(0x7f800001) // cut to 16 bits it would be +Inf
	values := []float32{1, -0.5, 1 + 0x1p-9, 65520, -inf, payload, 0x1p-25}
	for dt, want := range map[oracle.DType][]uint16{
		oracle.BF16: {0x3f80, 0xbf00, 0x3f80, 0x4780, 0xff80, 0x7fc0, 0x3300},
		oracle.F16:  {0x3c00, 0xb800, 0x3c02, 0x7c00, 0xfc00, 0x7e00, 0x0000},
	} {
		if d := cmp.Diff(want, oracle.MakeRow(dt, values).U16); d != "" {
			t.Errorf("%s: %s", dt, d)
		}
	}
	row := oracle.MakeRow(oracle.F32, values)
	if row.F32[3] != 65520 || row.F32[5] == row.F32[5] {
		t.Errorf("f32: %v", row.F32)
	}
}

func TestMakeRecipeRowMakesTheRecordedRows(t *testing.T) {
	n := 0
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			in, ok := c.In.(*oracle.OrdinaryIn)
			if !ok || in.Row.Recipe == nil {
				continue
			}
			n++
			made := oracle.MakeRecipeRow(in.Row.DType, in.Row.Width(), in.Row.Recipe.Key)
			if !cmp.Equal(in.Row, made) {
				t.Errorf("%s: another row, sha256 %s", c.ID, made.Recipe.SHA256)
			}
		}
	}
	if n != 3 {
		t.Errorf("%d recipes in the receipts, want 3", n)
	}
}
