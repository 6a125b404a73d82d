package cpu

import (
	"encoding/binary"
	"math"
	"testing"

	"rowproof/engine/numeric"
)

// TestUnpackIsExact goes through all 16-bit values, at an odd address, in widths
// that are no multiple of the lanes.
func TestUnpackIsExact(t *testing.T) {
	var bytes []byte
	for h := range 1 << 16 {
		bytes = binary.LittleEndian.AppendUint16(bytes, uint16(h))
	}
	bytes = shifted(bytes)
	for name, c := range map[string]struct {
		unpack, portable func([]float32, []byte)
		widen            func(uint16) float32
	}{
		"bfloat16": {unpackBF16, unpackBF16Portable, numeric.BF16ToF32},
		"float16":  {unpackF16, unpackF16Portable, numeric.F16ToF32},
	} {
		for _, from := range []int{0, 1, 5} {
			got, portable := make([]float32, 1<<16-from), make([]float32, 1<<16-from)
			c.unpack(got, bytes[2*from:])
			c.portable(portable, bytes[2*from:])
			for i, v := range got {
				want := math.Float32bits(c.widen(uint16(from + i)))
				if math.Float32bits(v) != want || math.Float32bits(portable[i]) != want {
					t.Fatalf("%s %04x is %08x, portable %08x, want %08x", name, from+i,
						math.Float32bits(v), math.Float32bits(portable[i]), want)
				}
			}
		}
	}
}

func TestUnpackWritesNoFurtherThanItsValues(t *testing.T) {
	bytes, _ := encode(sequence(1, 64), 0)
	for _, unpack := range []func([]float32, []byte){unpackF32, unpackBF16, unpackF16} {
		dst := make([]float32, 20)
		dst[13] = nan
		unpack(dst[:13], bytes)
		if dst[13] == dst[13] {
			t.Error("a value after the last was written")
		}
	}
}
