package cpu

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestSincosIsWithinOneUnit(t *testing.T) {
	check := func(t fataler, x float32) {
		t.Helper()
		sin, cos := sincos(x)
		wantSin, wantCos := math.Sincos(float64(x))
		for _, c := range []struct {
			got  float32
			want float64
		}{{sin, wantSin}, {cos, wantCos}} {
			unit := math.Abs(float64(math.Nextafter32(c.got, inf)) - float64(c.got))
			if e := math.Abs(float64(c.got) - c.want); !(e <= unit) {
				t.Fatalf("sincos(%v): %v, want %v", x, c.got, c.want)
			}
		}
	}
	for _, x := range []float32{0, math.Pi / 4, math.Pi / 2, math.Pi, 3 * math.Pi / 2, 1e-20, math.SmallestNonzeroFloat32, 262144, 1 << 30} {
		check(t, x)
		check(t, -x)
	}
	for k := 1; k < 500000; k += 97 {
		check(t, float32(math.Pi/2*float64(k))) // next to a zero, where the reduction shows
	}
	rapid.Check(t, func(t *rapid.T) { check(t, rapid.Float32Range(-1<<20, 1<<20).Draw(t, "x")) })
}

func TestSincosOfNoPhase(t *testing.T) {
	for _, x := range []float32{nan, inf, -inf} {
		if sin, cos := sincos(x); sin == sin || cos == cos {
			t.Errorf("sincos(%v) = %v, %v, want NaN", x, sin, cos)
		}
	}
	for _, x := range []float32{1 << 31, -1e20, math.MaxFloat32} {
		if sin, cos := sincos(x); !(math.Abs(float64(sin*sin)+float64(cos*cos)-1) < 1e-6) {
			t.Errorf("sincos(%v) = %v, %v is not on the circle", x, sin, cos)
		}
	}
}
