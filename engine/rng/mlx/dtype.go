package mlx

import "rowproof/engine/numeric"

// DType is the element type an array of uniforms is made in.
type DType uint8

// The element types of MLX that hold uniforms.
const (
	F32 DType = iota
	BF16
	F16
)

// round returns x as t holds it, widened again.
func (t DType) round(x float32) float32 {
	switch t {
	case BF16:
		return numeric.BF16ToF32(numeric.F32ToBF16(x))
	case F16:
		return numeric.F16ToF32(numeric.F32ToF16(x))
	}
	return x
}

// belowOne is the largest value of t under 1.
func (t DType) belowOne() float32 {
	switch t {
	case BF16:
		return 0x1.fep-1
	case F16:
		return 0x1.ffcp-1
	}
	return 0x1.fffffep-1
}
