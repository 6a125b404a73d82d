package cpu

import (
	"math"

	"rowproof/engine/device"
	"rowproof/engine/numeric"
)

func (s *step) Attend(dst, queries, gate, keys, values device.Buffer, shape device.Attention, rows int) {
	s.begin("attend")
	heads, width := shape.Heads, shape.Width
	if heads <= 0 || shape.KVHeads <= 0 || width <= 0 || heads%shape.KVHeads != 0 || shape.Past < 0 || rows < 0 {
		s.refuse("%d heads over %d of %d values, %d rows after %d", heads, shape.KVHeads, width, rows, shape.Past)
	}
	op := attend{shape: shape}
	op.queries = s.values("queries", queries, rows, heads, width)
	op.gate = s.values("gate", gate, rows, heads, 2, width)
	op.keys = s.values("keys", keys, shape.Past+rows, shape.KVHeads, width)
	op.values = s.values("values", values, shape.Past+rows, shape.KVHeads, width)
	op.dst = s.values("dst", dst, rows, heads, width)
	s.apart(op.dst, "dst", op.queries, op.gate, op.keys, op.values)
	if s.err != nil {
		return
	}
	if 2*float64(len(op.dst))*float64(shape.Past+rows) >= large {
		spread(rows*heads, 1, op.run)
		return
	}
	op.run(0, rows*heads)
}

type attend struct {
	shape                            device.Attention
	dst, queries, gate, keys, values []float32
}

// run computes some of the rows*heads results.
func (p attend) run(from, to int) {
	work := newScratch()
	defer work.free()
	heads, width := p.shape.Heads, p.shape.Width
	stride := p.shape.KVHeads * width
	for i := from; i < to; i++ {
		seen := p.shape.Past + i/heads + 1 // cache rows up to its own
		first := i % heads / (heads / p.shape.KVHeads) * width
		space := work.take(seen + width)
		weights, sig := space[:seen], space[seen:]
		score(weights, p.queries[i*width:(i+1)*width], p.keys[first:], stride)
		numeric.Softmax32(weights, weights)

		out := p.dst[i*width : (i+1)*width]
		clear(out)
		for t, f := range weights {
			axpy(out, f, p.values[first+t*stride:][:width])
		}
		sigmoid(sig, p.gate[(2*i+1)*width:][:width])
		for j, g := range sig {
			out[j] *= g
		}
	}
}

// score sets the scaled product of a query with each key; keys are stride apart.
func score(dst, query, keys []float32, stride int) {
	width := len(query)
	scale := 1 / float32(math.Sqrt(float64(width)))
	t := 0
	for ; t+4 <= len(dst); t += 4 {
		var group [4][]float32
		for j := range group {
			group[j] = keys[(t+j)*stride:][:width]
		}
		out := dot4(query, &group)
		copy(dst[t:], out[:])
	}
	for ; t < len(dst); t++ {
		dst[t] = dot(query, keys[t*stride:][:width])
	}
	numeric.Scale32(dst, dst, scale)
}
