package cpu

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"rowproof/engine/device"
)

type matrix struct {
	owner      *Device
	dtype      device.DType
	rows, cols int
	bytes      []byte
	view       []float32 // the same bytes, where the host can read them as they are
}

func (m *matrix) Rows() int           { return m.rows }
func (m *matrix) Cols() int           { return m.cols }
func (m *matrix) DType() device.DType { return m.dtype }

// Matrix wraps weights. float32 that is aligned on a little-endian host is read
// in place; anything else is unpacked row by row as it is used.
func (d *Device) Matrix(bytes []byte, dtype device.DType, rows, cols int) (device.Matrix, error) {
	if dtype > device.F16 {
		return nil, fmt.Errorf("matrix of dtype %d: %w", dtype, device.ErrShape)
	}
	// By division: rows*cols may not fit an int.
	size := dtype.Size()
	if rows <= 0 || cols <= 0 || len(bytes)%size != 0 || len(bytes)/size%cols != 0 || len(bytes)/size/cols != rows {
		return nil, fmt.Errorf("matrix of %d x %d %v from %d bytes: %w", rows, cols, dtype, len(bytes), device.ErrShape)
	}
	m := &matrix{owner: d, dtype: dtype, rows: rows, cols: cols, bytes: bytes}
	start := unsafe.Pointer(unsafe.SliceData(bytes))
	if dtype == device.F32 && littleEndian && uintptr(start)%unsafe.Alignof(float32(0)) == 0 {
		m.view = unsafe.Slice((*float32)(start), rows*cols)
	}
	return m, nil
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// row returns one row, in scratch unless it can be read in place.
func (m *matrix) row(i int, scratch []float32) []float32 {
	if m.view != nil {
		return m.view[i*m.cols : (i+1)*m.cols]
	}
	m.unpack(scratch[:m.cols], i)
	return scratch[:m.cols]
}

// unpack writes row i as float32.
func (m *matrix) unpack(dst []float32, i int) {
	size := m.dtype.Size()
	row := m.bytes[i*m.cols*size : (i+1)*m.cols*size]
	switch m.dtype {
	case device.F32:
		unpackF32(dst, row)
	case device.BF16:
		unpackBF16(dst, row)
	case device.F16:
		unpackF16(dst, row)
	}
}
