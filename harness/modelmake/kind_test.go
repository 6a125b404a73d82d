package modelmake

import "testing"

func TestEveryPlainKindHasADraftKind(t *testing.T) {
	kinds := Kinds()
	if len(kinds) != 12 {
		t.Fatalf("%d kinds", len(kinds))
	}
	for i, k := range kinds[:6] {
		if d := kinds[6+i]; k.Draft() || !d.Draft() || d != "d"+k {
			t.Errorf("%s has %s", k, d)
		}
	}
	if Kind("").Draft() || Kind("d").Draft() || Kind("dd").Draft() {
		t.Error("a draft kind that is none")
	}
}
