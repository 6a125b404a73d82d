package cpu

import (
	"errors"
	"math"
	"testing"

	"rowproof/engine/device"
)

var dtypes = []device.DType{device.F32, device.BF16, device.F16}

func TestMatrixRefusesWhatDoesNotFit(t *testing.T) {
	for _, c := range []struct {
		bytes      int
		dtype      device.DType
		rows, cols int
	}{
		{24, device.F32, 2, 4},
		{16, device.F32, 2, 4},
		{25, device.F32, 2, 3},
		{24, device.BF16, 2, 3},
		{0, device.F32, 0, 3},
		{0, device.F32, 3, 0},
		{8, device.F32, -1, -2},
		{8, device.DType(9), 1, 2},
		{0, device.F32, math.MaxInt, math.MaxInt},
		{0, device.F32, math.MaxInt/2 + 1, 4},
		{8, device.BF16, math.MaxInt/4 + 1, 8},
	} {
		_, err := New().Matrix(make([]byte, c.bytes), c.dtype, c.rows, c.cols)
		if !errors.Is(err, device.ErrShape) {
			t.Errorf("%d bytes as %d x %d %v: %v, want ErrShape", c.bytes, c.rows, c.cols, c.dtype, err)
		}
	}
}

func TestMatrixTellsItsShape(t *testing.T) {
	m, err := New().Matrix(make([]byte, 12), device.BF16, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	if m.Rows() != 2 || m.Cols() != 3 || m.DType() != device.BF16 {
		t.Errorf("%d x %d %v", m.Rows(), m.Cols(), m.DType())
	}
}

// TestMatrixIsNotACopy: the weights of a large model are mapped, so that the
// bytes given are the bytes used. Seen by changing them.
func TestMatrixIsNotACopy(t *testing.T) {
	d := New()
	for _, dtype := range dtypes {
		for _, place := range []func([]byte) []byte{func(b []byte) []byte { return b }, shifted} {
			bytes, _ := encode([]float32{1, 2}, dtype)
			bytes = place(bytes)
			m, err := d.Matrix(bytes, dtype, 1, 2)
			if err != nil {
				t.Fatal(err)
			}
			other, _ := encode([]float32{3, -4}, dtype)
			copy(bytes, other)
			dst := zeros(t, d, 2)
			s := d.Begin()
			s.Embed(dst, m, []int{0})
			run(t, s)
			sameBits(t, dtype.String(), read(t, d, dst), []float32{3, -4})
		}
	}
}
