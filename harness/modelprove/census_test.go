package modelprove

import (
	"math"
	"testing"

	"rowproof/harness/e2erecord"
	"rowproof/harness/modelmake"
)

func TestCensus(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		row  []float32
		want string
	}{
		{[]float32{0, -3, math.MaxFloat32}, "finite"},
		{[]float32{nan, 1, -nan}, "2 NaN"},
		{[]float32{inf, -inf, -inf, nan}, "1 NaN, 1 +Inf, 2 -Inf"},
	} {
		if got := count(c.row).String(); got != c.want {
			t.Errorf("%v: %s, want %s", c.row, got, c.want)
		}
	}
}

// TestEveryKindStatesACensus, a d-kind that of its plain kind.
func TestEveryKindStatesACensus(t *testing.T) {
	n := modelmake.Note{MaskKeep: []int{1, 2, 3}, MostFrom: 7}
	want := map[modelmake.Kind]e2erecord.Census{
		modelmake.NaN: {NaN: 32}, modelmake.PosInf: {PosInf: 1}, modelmake.AllNeg: {NegInf: 32},
		modelmake.Mask: {NegInf: 29}, modelmake.One: {NaN: 1}, modelmake.Most: {NaN: 25},
	}
	for k, c := range want {
		for _, kind := range []modelmake.Kind{k, "d" + k} {
			if got := stated(kind, n, 32); got != c {
				t.Errorf("%s: %v, want %v", kind, got, c)
			}
		}
	}
	if len(modelmake.Kinds()) != 2*len(want) {
		t.Error("a kind is missing here")
	}
}
