package oracle_test

import (
	"strconv"
	"testing"

	"rowproof/oracle"
)

// TestUndrawnIsTheGeneratorsFirst takes the recorded doubles as witnesses: the
// first draw of each rng case that starts with one, and what every case of the
// ordinary entry that refused said would come next.
func TestUndrawnIsTheGeneratorsFirst(t *testing.T) {
	witnesses := 0
	see := func(id string, seed uint64, want oracle.F64) {
		witnesses++
		if got := oracle.Undrawn(seed); got != want {
			t.Errorf("%s: first double of seed %d is %v, want %v", id, seed, got, want)
		}
	}
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			switch in := c.In.(type) {
			case *oracle.RNGIn:
				seed, err := strconv.ParseUint(in.Seed, 10, 64)
				first := c.Out.(*oracle.RNGOut).Ops[0]
				if err == nil && first.Op == "random" {
					see(c.ID, seed, *first.Float)
				}
			case *oracle.OrdinaryIn:
				if out, ok := c.Out.(*oracle.OrdinaryOut); ok && out.Draws[0].Err != nil {
					see(c.ID, in.RNGSeed, *out.Draws[0].Next)
				}
			}
		}
	}
	if witnesses < 450 {
		t.Errorf("only %d witnesses", witnesses)
	}
}
