package mlx

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// From the receipts keyed-lazy/s1/0000, 0003 and 0004.
func TestKeyAndSplitAsRecorded(t *testing.T) {
	for _, c := range []struct {
		seed uint64
		key  Key
		want []Key
	}{
		{0, Key{0, 0}, []Key{{4146024105, 967050713}, {2718843009, 1272950319}}},
		{4294967295, Key{0, 4294967295}, []Key{{3154288659, 1498612836}, {3457531717, 4081823656}, {3964737931, 2456207833}, {4078192003, 2634399430}}},
		{4294967296, Key{1, 0}, []Key{{360620046, 4087840341}, {2468644247, 1753414716}, {3967633635, 868897979}, {3192342355, 1731223645}, {1433358834, 1738276380}}},
	} {
		key := NewKey(c.seed)
		if key != c.key {
			t.Errorf("NewKey(%d) = %v, want %v", c.seed, key, c.key)
		}
		if diff := cmp.Diff(c.want, key.Split(len(c.want))); diff != "" {
			t.Errorf("Split of %v (-want +got):\n%s", key, diff)
		}
	}
}

func TestSplitIsPairsOfBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := NewKey(rapid.Uint64().Draw(t, "seed"))
		num := rapid.IntRange(-1, 40).Draw(t, "num")
		keys := key.Split(num)
		if len(keys) != max(num, 0) {
			t.Fatalf("%d keys for %d", len(keys), num)
		}
		words := make([]uint32, 2*len(keys))
		key.Bits(words)
		for i, k := range keys {
			if k != (Key{words[2*i], words[2*i+1]}) {
				t.Fatalf("key %d is %v, its words are %v", i, k, words[2*i:2*i+2])
			}
		}
	})
}
