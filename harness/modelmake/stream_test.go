package modelmake

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestBellHasItsDeviation(t *testing.T) {
	values := make([]float32, 1<<16)
	newStream(1, "x").bell(values, 3)
	var sum, squares, top float64
	for _, v := range values {
		sum += float64(v)
		squares += float64(v) * float64(v)
		top = max(top, math.Abs(float64(v)))
	}
	n := float64(len(values))
	if mean := sum / n; math.Abs(mean) > 0.05 {
		t.Errorf("mean %g", mean)
	}
	if sigma := math.Sqrt(squares / n); math.Abs(sigma-3) > 0.03 {
		t.Errorf("deviation %g, want 3", sigma)
	}
	if limit := 3 * math.Sqrt(12); top > limit || top < limit/2 {
		t.Errorf("the largest is %g, the limit %g", top, limit)
	}
}

func TestStreamsAreOfTheirSeedAndName(t *testing.T) {
	seen := map[uint64]string{}
	for _, name := range []string{"a", "b", "1 a"} {
		for _, seed := range []uint64{0, 1, 11} {
			first := newStream(seed, name).Uint64()
			if other, ok := seen[first]; ok {
				t.Errorf("%d %s begins as %s", seed, name, other)
			}
			seen[first] = name
		}
	}
}

func TestCycleIsOneCycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 500).Draw(t, "n")
		next := newStream(rapid.Uint64().Draw(t, "seed"), "x").cycle(n)
		at, length := next[0], 1
		for at != 0 && length <= n {
			at, length = next[at], length+1
		}
		if length != n {
			t.Fatalf("back after %d of %d", length, n)
		}
	})
}

func TestDecaysAreWithinTheirRange(t *testing.T) {
	values := make([]float32, 1000)
	decays(newStream(5, "A_log"), values)
	for _, v := range values {
		if e := math.Exp(float64(v)); e < 0.5-1e-6 || e > 4+1e-6 {
			t.Fatalf("decay of %g", e)
		}
	}
}
