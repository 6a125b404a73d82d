package logits

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/x448/float16"
)

// plainRow reads bytes as a row, and as the float64 values it stands for.
func plainRow(dtype DType, raw []byte) (Row, []float64) {
	size := 2
	if dtype == DTypeF32 {
		size = 4
	}
	n := len(raw) / size
	row, values := Row{dtype: dtype}, make([]float64, n)
	for i := range n {
		switch dtype {
		case DTypeBF16:
			b := binary.LittleEndian.Uint16(raw[2*i:])
			row.half = append(row.half, b)
			values[i] = float64(math.Float32frombits(uint32(b) << 16))
		case DTypeF16:
			b := binary.LittleEndian.Uint16(raw[2*i:])
			row.half = append(row.half, b)
			values[i] = float64(float16.Frombits(b).Float32())
		default:
			f := math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
			row.wide = append(row.wide, f)
			values[i] = float64(f)
		}
	}
	return row, values
}

// plainRound is the dtype's rounding by other means than the engine's.
func plainRound(dtype DType, f float32) float32 {
	switch {
	case f != f:
		return f
	case dtype == DTypeBF16:
		b := math.Float32bits(f)
		low := b & 0xffff
		b &^= 0xffff
		if low > 0x8000 || low == 0x8000 && b>>16&1 == 1 {
			b += 0x10000
		}
		return math.Float32frombits(b)
	case dtype == DTypeF16:
		return float16.Fromfloat32(f).Float32()
	}
	return f
}

// FuzzCheck holds verdict, census, argmax and the values read afterwards against
// a loop that shares no code with the check: any bits, dtype, route and one bias.
func FuzzCheck(f *testing.F) {
	f.Add([]byte{0, 0, 0xc0, 0x7f, 0, 0, 0x80, 0x3f}, uint8(0), uint8(0), uint16(0), 0.0)
	f.Add([]byte{0, 0, 0x80, 0xff, 0, 0, 0x80, 0xff}, uint8(0), uint8(1), uint16(1), 1.0)
	f.Add([]byte{0xff, 0x7b, 0, 0}, uint8(2), uint8(1), uint16(0), -100.0)
	f.Add([]byte{0xff, 0x7b, 0, 0}, uint8(2), uint8(2), uint16(0), -100.0)
	f.Add([]byte{0xa0, 0x41, 0x80, 0x7f}, uint8(1), uint8(0), uint16(0), 0.05)
	f.Fuzz(func(t *testing.T, raw []byte, kind, reader uint8, id uint16, bias float64) {
		dtype, route := DType(kind%3), Route(reader%3)
		row, values := plainRow(dtype, raw)
		if len(values) == 0 {
			return
		}
		var p *Penalties
		if bias != 0 {
			at := int(id) % len(values)
			p = &Penalties{Overlay: []Bias{{at, bias}}}
			if route == Dense {
				values[at] -= bias
			} else {
				values[at] = float64(plainRound(dtype, float32(values[at])-plainRound(dtype, float32(bias))))
			}
		}
		nans, infs, best := 0, 0, -1
		for i, v := range values {
			if v != v {
				nans++
				continue
			}
			if math.IsInf(v, 0) {
				infs++
			}
			if best < 0 || v > values[best] {
				best = i
			}
		}
		broken := nans > 0 || best < 0 || math.IsInf(values[best], 0)
		c, err := Check(row, p, route)
		var e *NumericalError
		switch {
		case broken && !errors.As(err, &e):
			t.Fatalf("broken row passed: %v", values)
		case broken:
			if e.NaN != nans || e.Inf != infs || e.Width != len(values) {
				t.Fatalf("census %+v of %v", e, values)
			}
		case err != nil:
			t.Fatalf("healthy row refused: %v", err)
		default:
			if c.Argmax() != best {
				t.Fatalf("argmax %d of %v, want %d", c.Argmax(), values, best)
			}
			got := make([]float64, len(values))
			c.Float64s(got)
			for i := range got {
				if got[i] != values[i] {
					t.Fatalf("value %d reads %v, want %v", i, got[i], values[i])
				}
			}
		}
	})
}
