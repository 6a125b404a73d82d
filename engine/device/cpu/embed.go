package cpu

import (
	"fmt"

	"rowproof/engine/device"
)

func (s *step) Embed(dst device.Buffer, table device.Matrix, tokens []int) {
	s.begin("embed")
	m := s.matrix("table", table)
	if m == nil {
		return
	}
	out := s.values("dst", dst, len(tokens), m.cols)
	for _, id := range tokens {
		if s.err == nil && (id < 0 || id >= m.rows) {
			s.err = fmt.Errorf("%s: token %d of a table of %d: %w", s.op, id, m.rows, device.ErrToken)
		}
	}
	if s.err != nil {
		return
	}
	for i, id := range tokens {
		m.unpack(out[i*m.cols:(i+1)*m.cols], id)
	}
}
