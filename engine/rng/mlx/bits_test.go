package mlx

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// From the receipt keyed-lazy/s1/0064.
func TestBitsAsRecorded(t *testing.T) {
	got := make([]uint32, 4)
	NewKey(11323294858024027424).Bits(got)
	if diff := cmp.Diff([]uint32{1026226216, 1007130549, 2031196932, 185917857}, got); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
}

func TestBitsLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := NewKey(rapid.Uint64().Draw(t, "seed"))
		n := rapid.IntRange(0, 65).Draw(t, "n")
		words := make([]uint32, n)
		key.Bits(words)
		for i := range n {
			// Every word is one half of the hash of its pair of counters.
			half := n / 2
			var want uint32
			switch {
			case i < half:
				want, _ = key.hash(uint32(i), uint32(i+n-half))
			case n%2 == 1 && i == half:
				want, _ = key.hash(uint32(i), 0)
			default:
				_, want = key.hash(uint32(i-(n-half)), uint32(i))
			}
			if words[i] != want {
				t.Fatalf("word %d of %d is %08x, want %08x", i, n, words[i], want)
			}
		}
	})
}
