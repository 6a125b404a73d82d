package qwen

import "rowproof/engine/device"

// block records the operations of layers on one chunk, which is in x.
type block struct {
	*workspace
	m    *Model
	step device.Step
	rows int // of the chunk
	past int // tokens before it
}

// layer is x += mixer(norm(x)), x += mlp(norm(x)).
func (b *block) layer(l *layer, mem *memory, into kept) {
	b.norm(b.normed, l.before)
	if l.attention != nil {
		b.remember(l.attention, mem)
		b.attend(l.attention, mem)
	} else {
		b.recur(l.delta, mem, into)
	}
	b.step.Add(b.x, b.mixer, b.rows*b.m.config.Hidden)

	b.norm(b.normed, l.between)
	b.step.MatMul(b.gate, b.normed, l.mlp.gate, b.rows)
	b.step.MatMul(b.up, b.normed, l.mlp.up, b.rows)
	b.step.SiLUMul(b.gate, b.gate, b.up, b.rows*b.m.config.Intermediate)
	b.step.MatMul(b.mixer, b.gate, l.mlp.down, b.rows)
	b.step.Add(b.x, b.mixer, b.rows*b.m.config.Hidden)
}

func (b *block) norm(dst, gain device.Buffer) {
	b.step.RMSNorm(dst, b.x, gain, b.rows, b.m.config.Epsilon)
}

// remember appends the chunk's keys and values to the cache.
func (b *block) remember(a *attention, mem *memory) {
	c := &b.m.config
	width := c.cacheWidth()
	from, n := b.past*width, b.rows*width
	b.step.MatMul(b.keys, b.normed, a.key, b.rows)
	b.step.NormRotate(mem.keys.Slice(from, n), b.keys, a.keyNorm, b.rotary(c.KVHeads, c.HeadDim), b.rows)
	b.step.MatMul(mem.values.Slice(from, n), b.normed, a.value, b.rows)
}

func (b *block) attend(a *attention, mem *memory) {
	c := &b.m.config
	b.step.MatMul(b.gated, b.normed, a.query, b.rows)
	b.step.NormRotate(b.queries, b.gated, a.queryNorm, b.rotary(c.Heads, 2*c.HeadDim), b.rows)
	shape := device.Attention{Heads: c.Heads, KVHeads: c.KVHeads, Width: c.HeadDim, Past: b.past}
	b.step.Attend(b.attended, b.queries, b.gated, mem.keys, mem.values, shape, b.rows)
	b.step.MatMul(b.mixer, b.attended, a.out, b.rows)
}

func (b *block) rotary(heads, stride int) device.Rotary {
	c := &b.m.config
	return device.Rotary{
		Heads: heads, Width: c.HeadDim, Stride: stride,
		Frequencies: b.m.frequencies, Position: b.past, Epsilon: c.Epsilon,
	}
}

func (b *block) recur(d *delta, mem *memory, into kept) {
	shape := b.m.config.delta()
	b.step.MatMul(b.channels, b.normed, d.mixed, b.rows)
	b.step.MatMul(b.z, b.normed, d.gate, b.rows)
	b.step.MatMul(b.b, b.normed, d.b, b.rows)
	b.step.MatMul(b.a, b.normed, d.a, b.rows)
	b.step.Convolve(b.convolved, b.channels, d.taps, mem.conv, into.conv, b.rows)
	b.step.DeltaRule(b.y, b.convolved, b.a, b.b, d.aLog, d.dtBias, mem.delta, into.delta, shape, b.rows)
	b.step.GatedNorm(b.scaled, b.y, b.z, d.gains, b.rows*shape.ValueHeads, b.m.config.Epsilon)
	b.step.MatMul(b.mixer, b.scaled, d.out, b.rows)
}
