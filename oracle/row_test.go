package oracle

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestValueWidensExactly checks the widening of the half formats against their
// definitions: sign, exponent, fraction.
func TestValueWidensExactly(t *testing.T) {
	for bits := range 1 << 16 {
		half := Row{DType: F16, U16: []uint16{uint16(bits)}}
		brain := Row{DType: BF16, U16: []uint16{uint16(bits)}}
		if got, want := half.Value(0), byDefinition(bits, 5, 10); !equalFloat(got, want) {
			t.Fatalf("f16 %04x is %v, want %v", bits, got, want)
		}
		if got, want := brain.Value(0), byDefinition(bits, 8, 7); !equalFloat(got, want) {
			t.Fatalf("bf16 %04x is %v, want %v", bits, got, want)
		}
	}
}

// byDefinition is the value of a sign, exponent and fraction in IEEE form.
func byDefinition(bits, exponentBits, fractionBits int) float64 {
	fraction := bits & (1<<fractionBits - 1)
	exponent := bits >> fractionBits & (1<<exponentBits - 1)
	bias := 1<<(exponentBits-1) - 1
	v := 0.0
	switch exponent {
	case 1<<exponentBits - 1:
		v = math.Inf(1)
		if fraction != 0 {
			v = math.NaN()
		}
	case 0:
		v = math.Ldexp(float64(fraction), 1-bias-fractionBits)
	default:
		v = math.Ldexp(float64(fraction+1<<fractionBits), exponent-bias-fractionBits)
	}
	if bits>>15 == 1 {
		v = -v
	}
	return v
}

func equalFloat(a float32, b float64) bool {
	return a != a && math.IsNaN(b) || math.Float64bits(float64(a)) == math.Float64bits(b)
}

// TestRoundIsNearestEven checks rounding to the half formats at the ties.
func TestRoundIsNearestEven(t *testing.T) {
	for _, tc := range []struct {
		dt   DType
		x    float32
		want float32
	}{
		{BF16, 1 + 1.0/256, 1},                  // tie: even fraction below
		{BF16, 1 + 3.0/256, 1 + 4.0/256},        // tie: even fraction above
		{BF16, 3.3961e38, 0x1.fep127},           // below the tie with infinity
		{BF16, 3.3962e38, float32(math.Inf(1))}, // above it
		{F16, 65519, 65504},                     // below the tie with infinity
		{F16, 65520, float32(math.Inf(1))},      // the tie itself
		{F16, -65520, float32(math.Inf(-1))},
		{F16, 1 + 1.0/2048, 1},
		{F16, 1 + 3.0/2048, 1 + 4.0/2048},
		{F16, 0x1p-25, 0}, // half of the smallest subnormal
		{F16, 0x1.8p-25, 0x1p-24},
		{F32, 0.1, 0.1},
	} {
		if got := tc.dt.round(tc.x); got != tc.want {
			t.Errorf("%s of %v is %v, want %v", tc.dt, tc.x, got, tc.want)
		}
	}
}

// TestRoundHasNoNearer rounds any float32 and finds no nearer value of the format.
func TestRoundHasNoNearer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float32().Draw(t, "x")
		for _, dt := range []DType{BF16, F16} {
			y := dt.round(x)
			if z := dt.round(y); z != y {
				t.Fatalf("%s: %v rounds to %v, that to %v", dt, x, y, z)
			}
			if math.IsInf(float64(y), 0) {
				continue
			}
			for _, by := range []uint16{1, math.MaxUint16} {
				neighbour := Row{DType: dt, U16: []uint16{uint16(dt.narrow(y)) + by}}.Value(0)
				if off := math.Abs(float64(neighbour) - float64(x)); off < math.Abs(float64(y)-float64(x)) {
					t.Fatalf("%s: %v rounds to %v, %v is nearer", dt, x, y, neighbour)
				}
			}
		}
	})
}

// TestRowsComeBack writes rows of any bits, NaN payloads included, in both forms
// and reads the same bits.
func TestRowsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dt := rapid.SampledFrom([]DType{F32, BF16, F16}).Draw(t, "dt")
		n := rapid.IntRange(1, 40).Draw(t, "n")
		rows := make(Rows, rapid.IntRange(1, 4).Draw(t, "rows"))
		for i := range rows {
			rows[i].alloc(dt, n)
			for j := range n {
				rows[i].set(j, rapid.Uint32().Draw(t, "bits"))
			}
		}
		raw, err := json.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		var back Rows
		if err := json.Unmarshal(raw, &back); err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			if string(rows[i].bytes()) != string(back[i].bytes()) || back[i].DType != dt {
				t.Fatalf("row %d of %s changed", i, raw)
			}
			one, err := json.Marshal(rows[i])
			if err != nil {
				t.Fatal(err)
			}
			var single Row
			if err := json.Unmarshal(one, &single); err != nil || string(single.bytes()) != string(rows[i].bytes()) {
				t.Fatalf("%s changed: %v", one, err)
			}
		}
	})
}
