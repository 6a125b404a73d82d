package fresh

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStreamsOfNeighboursShareNothing(t *testing.T) {
	seen := map[uint64]string{}
	for _, seed := range []uint64{0, 1, 2} {
		for _, group := range []string{"a", "b", "ab", "ba"} {
			for i := range 50 {
				s := newStream(seed, group, i)
				word := s.words.Uint64()
				if by, ok := seen[word]; ok {
					t.Fatalf("seed %d, group %s, case %d begins as %s does", seed, group, i, by)
				}
				seen[word] = group
			}
		}
	}
}

// TestStreamStays pins what the helpers make of the words: fresh cases of a seed that
// somebody wrote down must be the same tomorrow.
func TestStreamStays(t *testing.T) {
	s := newStream(7, "numeric", 3)
	got := []any{s.below(1000), s.between(-5, 5), s.unit(), s.normal(), s.exponential(), s.scale(-3, 3), s.perm(6), s.seed31()}
	want := []any{
		969, 0, 0.22614784920847741, -1.2071835051756352, 1.1341419786645845, 13.068823269734855,
		[]int{3, 0, 2, 5, 1, 4},
		uint64(226926277),
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestVariatesAreNearEnough(t *testing.T) {
	s := newStream(1, "test", 0)
	const n = 20_000
	var sum, squares, waits float64
	for range n {
		v := s.normal()
		sum, squares, waits = sum+v, squares+v*v, waits+s.exponential()
	}
	if mean, variance := sum/n, squares/n; math.Abs(mean) > 0.03 || math.Abs(variance-1) > 0.05 {
		t.Errorf("normal: mean %g, variance %g", mean, variance)
	}
	if mean := waits / n; math.Abs(mean-1.4) > 0.1 {
		t.Errorf("exponential: mean %g", mean)
	}
}

func TestPermIsAPermutation(t *testing.T) {
	s := newStream(1, "test", 0)
	for n := range 40 {
		p := s.perm(n)
		slices.Sort(p)
		for i, v := range p {
			if i != v {
				t.Fatalf("%d: %v", n, p)
			}
		}
	}
}
