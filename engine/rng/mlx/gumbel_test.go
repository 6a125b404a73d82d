package mlx

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// From the receipts keyed-lazy/s1/0150 and 0151.
func TestGumbelAsRecorded(t *testing.T) {
	for seed, want := range map[uint64][]uint32{
		7656578893610680190:  {0x3f910941},
		13632945694475843165: {0x3fa365ac, 0x3feadb4f},
	} {
		got := make([]float32, len(want))
		NewKey(seed).Gumbel(got)
		if diff := cmp.Diff(want, bitsOf(got)); diff != "" {
			t.Errorf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}
