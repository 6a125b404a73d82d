package fresh

import (
	"testing"

	"pgregory.net/rapid"
)

func TestUnitMassIsExactInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Float64Range(1e-12, 1), 1, 300).Draw(t, "weights")
		p := unitMass(weights)
		forward, backward := 0.0, 0.0
		for i := range p {
			if p[i] <= 0 {
				t.Fatalf("p[%d] = %g of weight %g", i, p[i], weights[i])
			}
			forward += p[i]
			backward += p[len(p)-1-i]
		}
		if forward != 1 || backward != 1 {
			t.Fatalf("%v: sums %g and %g", p, forward, backward)
		}
	})
}
