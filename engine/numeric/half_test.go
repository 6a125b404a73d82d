package numeric

import (
	"math"
	"testing"

	"github.com/x448/float16"
	"pgregory.net/rapid"
)

func TestEveryHalfSurvivesTheRoundTrip(t *testing.T) {
	for b := range 1 << 16 {
		h := uint16(b)
		wide := F16ToF32(h)
		if want := float16.Frombits(h).Float32(); math.Float32bits(wide) != math.Float32bits(want) && wide == wide {
			t.Fatalf("F16ToF32(%04x) = %v, want %v", h, wide, want)
		}
		if back := F32ToF16(wide); wide == wide && back != h {
			t.Fatalf("F32ToF16(F16ToF32(%04x)) = %04x", h, back)
		}
		if wide := BF16ToF32(h); wide == wide && F32ToBF16(wide) != h {
			t.Fatalf("bfloat16 %04x does not survive", h)
		}
	}
}

func TestF32ToF16RoundsToNearestEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := math.Float32frombits(rapid.Uint32().Draw(t, "bits"))
		got, want := F32ToF16(f), float16.Fromfloat32(f).Bits()
		if f != f {
			if w := F16ToF32(got); w == w {
				t.Fatalf("NaN became %v", w)
			}
			return
		}
		if got != want {
			t.Fatalf("F32ToF16(%v) = %04x, want %04x", f, got, want)
		}
	})
}

func TestF32ToBF16RoundsToNearestEven(t *testing.T) {
	for f, want := range map[float32]uint16{
		1 + 0x1p-8:      0x3f80, // tie, to even
		1 + 0x3p-8:      0x3f82, // tie, to even
		1 + 0x1.01p-8:   0x3f81,
		math.MaxFloat32: 0x7f80, // overflows
		-0x1p-133:       0x8001, // subnormal
	} {
		if got := F32ToBF16(f); got != want {
			t.Errorf("F32ToBF16(%x) = %04x, want %04x", f, got, want)
		}
	}
	if w := BF16ToF32(F32ToBF16(math.Float32frombits(0x7f800001))); w == w {
		t.Errorf("a NaN whose payload is below bfloat16 became %v", w)
	}
}
