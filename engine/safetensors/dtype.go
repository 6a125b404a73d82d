package safetensors

import (
	"fmt"
	"math"
	"math/bits"
)

// elementBits has the dtypes of the format and the bits of one element.
var elementBits = map[string]uint64{
	"BOOL": 8, "U8": 8, "I8": 8,
	"I16": 16, "U16": 16, "I32": 32, "U32": 32, "I64": 64, "U64": 64,
	"F4": 4, "F6_E2M3": 6, "F6_E3M2": 6,
	"F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8,
	"F16": 16, "BF16": 16, "F32": 32, "F64": 64, "C64": 64,
}

// byteSize is how many bytes a tensor has: the product of its shape, 1 for a
// scalar, times the size of an element. Elements smaller than a byte must fill
// whole bytes.
func byteSize(dtype string, shape []int) (int, error) {
	width, ok := elementBits[dtype]
	if !ok {
		return 0, fmt.Errorf("dtype %.40q: %w", dtype, ErrDType)
	}
	// An empty tensor is judged by its other dimensions: whoever multiplies
	// some of them must not overflow either.
	size, empty := width, false
	for _, n := range shape {
		switch {
		case n < 0:
			return 0, fmt.Errorf("dimension %d: %w", n, ErrShape)
		case n == 0:
			empty = true
		default:
			high, low := bits.Mul64(size, uint64(n))
			if high != 0 {
				return 0, fmt.Errorf("%s %v overflows: %w", dtype, shape, ErrShape)
			}
			size = low
		}
	}
	switch {
	case size/8 > math.MaxInt:
		return 0, fmt.Errorf("%s %v overflows: %w", dtype, shape, ErrShape)
	case empty:
		return 0, nil
	case size%8 != 0:
		return 0, fmt.Errorf("%s %v ends within a byte: %w", dtype, shape, ErrShape)
	}
	return int(size / 8), nil
}
