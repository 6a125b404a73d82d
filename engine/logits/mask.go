package logits

import (
	"errors"
	"fmt"
)

// ErrMask refuses a mask whose width is not the row's.
var ErrMask = errors.New("mask does not fit the row")

// The bits of -Inf in the half-precision dtypes.
const (
	bf16NegInf = 0xff80
	f16NegInf  = 0xfc00
)

// Mask returns a copy of a row in which only the allowed tokens, one bool per
// logit, keep a finite value; the others become -Inf, as a grammar asks. NaN and
// +Inf stay what they are, allowed or not: a mask must not hide that the row is
// broken. A mask of another width is an ErrMask.
func Mask(row Row, allowed []bool) (Row, error) {
	if len(allowed) != row.Width() {
		return Row{}, fmt.Errorf("%d entries for %d logits: %w", len(allowed), row.Width(), ErrMask)
	}
	masked := Row{dtype: row.dtype, wide: append([]float32(nil), row.wide...), half: append([]uint16(nil), row.half...)}
	for i, ok := range allowed {
		if ok || !finite(row.at(i)) {
			continue
		}
		switch row.dtype {
		case DTypeBF16:
			masked.half[i] = bf16NegInf
		case DTypeF16:
			masked.half[i] = f16NegInf
		default:
			masked.wide[i] = float32(negInf)
		}
	}
	return masked, nil
}

// finite is true for numbers: x-x is 0 for them, and NaN for NaN and infinities.
func finite(x float32) bool { return x-x == 0 }
