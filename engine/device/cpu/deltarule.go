package cpu

import (
	"math"

	"rowproof/engine/device"
	"rowproof/engine/numeric"
)

func (s *step) DeltaRule(dst, mixed, a, b, aLog, dtBias device.Buffer, state device.State, captures device.Buffer, shape device.Delta, rows int) {
	s.begin("delta rule")
	heads, length := shape.ValueHeads, 0
	if n, ok := product([]int{heads, shape.ValueWidth, shape.KeyWidth}); ok {
		length = n
	}
	if length == 0 || shape.KeyHeads <= 0 || heads%shape.KeyHeads != 0 {
		s.refuse("%d key heads of %d, %d value heads of %d", shape.KeyHeads, shape.KeyWidth, heads, shape.ValueWidth)
	}
	op := deltaRule{shape: shape, rows: rows}
	op.state = s.all("state", state)
	if len(op.state) != length {
		s.refuse("a state of %d values where %d are needed", len(op.state), length)
	}
	op.mixed = s.values("mixed", mixed, rows, shape.Channels())
	op.a = s.values("a", a, rows, heads)
	op.b = s.values("b", b, rows, heads)
	op.aLog = s.values("aLog", aLog, heads)
	op.dtBias = s.values("dtBias", dtBias, heads)
	op.dst = s.values("dst", dst, rows, heads, shape.ValueWidth)
	if captures != nil {
		op.captures = s.values("captures", captures, rows, length)
	}
	s.apart(op.dst, "dst", op.mixed, op.a, op.b, op.aLog, op.dtBias, op.state, op.captures)
	s.apart(op.captures, "captures", op.mixed, op.a, op.b, op.aLog, op.dtBias, op.state)
	s.apart(op.state, "state", op.mixed, op.a, op.b, op.aLog, op.dtBias)
	if s.err != nil {
		return
	}
	if 3*float64(rows)*float64(length) >= large {
		spread(heads, 1, op.run)
		return
	}
	op.run(0, heads)
}

type deltaRule struct {
	shape                                           device.Delta
	rows                                            int
	dst, mixed, a, b, aLog, dtBias, state, captures []float32
}

// run moves the states of some value heads over all rows.
func (p deltaRule) run(from, to int) {
	work := newScratch()
	defer work.free()
	n := p.shape
	size := n.ValueWidth * n.KeyWidth
	space := work.take(2 * n.KeyWidth)
	q, k := space[:n.KeyWidth], space[n.KeyWidth:]
	scale := 1 / float32(math.Sqrt(float64(n.KeyWidth)))
	for h := from; h < to; h++ {
		state := p.state[h*size : (h+1)*size]
		first := h / (n.ValueHeads / n.KeyHeads) * n.KeyWidth
		rate := numeric.Exp32(p.aLog[h])
		for r := range p.rows {
			mixed := p.mixed[r*n.Channels() : (r+1)*n.Channels()]
			unit(q, mixed[first:], 1/float32(n.KeyWidth))
			unit(k, mixed[n.KeyHeads*n.KeyWidth+first:], scale)
			v := mixed[2*n.KeyHeads*n.KeyWidth+h*n.ValueWidth:][:n.ValueWidth]
			i := r*n.ValueHeads + h
			decay := numeric.Exp32(-rate * softplus(p.a[i]+p.dtBias[h]))
			beta := 1 / (1 + numeric.Exp32(-p.b[i]))
			deltaStep(p.dst[i*n.ValueWidth:(i+1)*n.ValueWidth], state, q, k, v, decay, beta)
			if p.captures != nil {
				copy(p.captures[r*len(p.state)+h*size:], state)
			}
		}
	}
}

// unit is x scaled to a mean square of one, times scale.
func unit(dst, x []float32, scale float32) {
	f := rmsFactor(x[:len(dst)], 1e-6)
	for i := range dst {
		dst[i] = float32(x[i]*f) * scale
	}
}

// deltaStep decays the state of one head, corrects what it answers to k towards
// v, and reads it with q.
func deltaStep(dst, state, q, k, v []float32, decay, beta float32) {
	for i, want := range v {
		row := state[i*len(k) : (i+1)*len(k)]
		numeric.Scale32(row, row, decay)
		axpy(row, (want-dot(k, row))*beta, k)
		dst[i] = dot(q, row)
	}
}
