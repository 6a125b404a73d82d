package safetensors

import (
	"errors"
	"math"
	"testing"
)

func TestByteSize(t *testing.T) {
	for _, c := range []struct {
		dtype string
		shape []int
		want  int
		err   error
	}{
		{"F32", nil, 4, nil},
		{"F32", []int{}, 4, nil},
		{"BF16", []int{3, 5}, 30, nil},
		{"BOOL", []int{7}, 7, nil},
		{"C64", []int{2}, 16, nil},
		{"F4", []int{2, 3}, 3, nil},
		{"F6_E2M3", []int{4}, 3, nil},
		{"F64", []int{5, 0, 7}, 0, nil},
		{"F4", []int{3}, 0, ErrShape},
		{"F4", []int{}, 0, ErrShape},
		{"F4", []int{3, 0}, 0, nil},
		{"f32", []int{1}, 0, ErrDType},
		{"", []int{1}, 0, ErrDType},
		{"F32", []int{-1}, 0, ErrShape},
		{"U8", []int{math.MaxInt}, 0, ErrShape}, // bits overflow before bytes do
		{"U8", []int{math.MaxInt / 4}, math.MaxInt / 4, nil},
		{"F32", []int{1 << 31, 1 << 31}, 0, ErrShape},
		{"F32", []int{math.MaxInt, math.MaxInt}, 0, ErrShape},
		{"F32", []int{math.MaxInt, math.MaxInt, 0}, 0, ErrShape},
		{"F32", []int{0, math.MaxInt, math.MaxInt}, 0, ErrShape},
	} {
		got, err := byteSize(c.dtype, c.shape)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s %v: %d, %v; want %d, %v", c.dtype, c.shape, got, err, c.want, c.err)
		}
	}
}
