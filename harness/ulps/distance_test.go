package ulps_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"rowproof/harness/ulps"
)

func TestDistancesThatAPersonCanCheck(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	negZero := math.Copysign(0, -1)
	tiny := math.SmallestNonzeroFloat64
	for _, tc := range []struct {
		name string
		a, b float64
		want string
	}{
		{"equal", 1.5, 1.5, "0 ulp"},
		{"next number up", 1, math.Nextafter(1, 2), "1 ulp"},
		{"next number down", 1, math.Nextafter(1, 0), "1 ulp"},
		{"one binade", 1, 2, "4503599627370496 ulp"},
		{"through zero", -tiny, tiny, "2 ulp"},
		{"zero and the smallest", 0, tiny, "1 ulp"},
		{"minus zero and the smallest", negZero, tiny, "1 ulp"},
		{"both zeros", 0, negZero, "sign of zero"},
		{"the extremes do not overflow", -math.MaxFloat64, math.MaxFloat64, "18437736874454810622 ulp"},
		{"infinity", 1, inf, "infinite"},
		{"two infinities", -inf, inf, "infinite"},
		{"one NaN", nan, 1, "not a number"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := ulps.Of64(math.Float64bits(tc.a), math.Float64bits(tc.b))
			if got.String() != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

func TestTwoNaNsDifferOnlyInTheirPayload(t *testing.T) {
	if got := ulps.Of32(0x7fc00000, 0x7fc00001).String(); got != "NaN payload" {
		t.Errorf("got %s", got)
	}
}

func TestDistanceIsSymmetricAndAddsUpAlongTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := func(name string) uint32 { return math.Float32bits(rapid.Float32Range(-1e30, 1e30).Draw(t, name)) }
		a, b := bits("a"), bits("b")
		if ulps.Of32(a, b).Steps != ulps.Of32(b, a).Steps {
			t.Fatal("not symmetric")
		}
		x := math.Float32frombits(a)
		n := rapid.IntRange(1, 50).Draw(t, "n")
		for range n {
			x = math.Nextafter32(x, math.MaxFloat32)
		}
		if got := ulps.Of32(a, math.Float32bits(x)).Steps; got != uint64(n) {
			t.Fatalf("%d steps up are a distance of %d", n, got)
		}
	})
}
