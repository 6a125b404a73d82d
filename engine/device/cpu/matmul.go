package cpu

import "rowproof/engine/device"

func (s *step) MatMul(dst, src device.Buffer, w device.Matrix, rows int) {
	s.begin("matmul")
	m := s.matrix("w", w)
	if m == nil {
		return
	}
	x := s.values("src", src, rows, m.cols)
	y := s.values("dst", dst, rows, m.rows)
	s.apart(y, "dst", x)
	if s.err != nil {
		return
	}
	op := matmul{y, x, m, rows}
	if float64(len(y))*float64(m.cols) >= large {
		spread(m.rows, 4, op.run)
		return
	}
	op.run(0, m.rows)
}

type matmul struct {
	dst, src []float32
	w        *matrix
	rows     int
}

// run computes some of the outputs of every row. Four weight rows are unpacked
// and used for all rows of src while they are in the cache.
func (p matmul) run(from, to int) {
	work := newScratch()
	defer work.free()
	cols, width := p.w.cols, p.w.rows
	unpacked := work.take(4 * cols)
	i := from
	for ; i+4 <= to; i += 4 {
		var group [4][]float32
		for j := range group {
			group[j] = p.w.row(i+j, unpacked[j*cols:])
		}
		for r := range p.rows {
			out := dot4(p.src[r*cols:(r+1)*cols], &group)
			copy(p.dst[r*width+i:], out[:])
		}
	}
	for ; i < to; i++ {
		row := p.w.row(i, unpacked)
		for r := range p.rows {
			p.dst[r*width+i] = dot(p.src[r*cols:(r+1)*cols], row)
		}
	}
}
