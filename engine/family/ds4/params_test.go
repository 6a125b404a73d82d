package ds4

import "testing"

func TestOddParamsHaveAMeaning(t *testing.T) {
	for _, c := range []struct{ topP, minP, wantTopP, wantMinP float32 }{
		{0.5, 0.25, 0.5, 0.25},
		{1, 0, 1, 0},
		{0, -1, 1, 0},
		{-0.5, 2, 1, 2},
		{1.5, negInf, 1, 0},
	} {
		p := Params{TopP: c.topP, MinP: c.minP}.normal()
		if p.TopP != c.wantTopP || p.MinP != c.wantMinP {
			t.Errorf("%+v: %v and %v", c, p.TopP, p.MinP)
		}
	}
	if p := (Params{TopP: nan, MinP: nan}).normal(); p.TopP == p.TopP || p.MinP == p.MinP {
		t.Errorf("NaN was replaced: %+v", p)
	}
}
