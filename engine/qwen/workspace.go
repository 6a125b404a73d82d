package qwen

import "rowproof/engine/device"

// chunk is how many tokens go through the layers at a time: enough to read each
// weight rarely, few enough to bound the memory of a long prompt.
const chunk = 512

// workspace is the values of one chunk between operations.
type workspace struct {
	rows int

	x, normed, mixer device.Buffer // [rows, Hidden]

	queries, attended device.Buffer // [rows, Heads, HeadDim]
	gated             device.Buffer // [rows, Heads, 2*HeadDim]
	keys              device.Buffer // [rows, KVHeads, HeadDim]

	channels, convolved device.Buffer // [rows, Channels]
	z, y, scaled        device.Buffer // [rows, ValueHeads, ValueWidth]
	a, b                device.Buffer // [rows, ValueHeads]

	gate, up device.Buffer // [rows, Intermediate]

	embedded device.Buffer // [rows, Hidden], of a draft head
	pair     device.Buffer // [rows, 2*Hidden]
}

// workspace gives one with room for so many rows. Put it back into workspaces.
func (m *Model) workspace(rows int) (*workspace, error) {
	rows = min(rows, chunk)
	if w, ok := m.workspaces.Get().(*workspace); ok && w.rows >= rows {
		return w, nil
	}
	w := &workspace{rows: 1}
	for w.rows < rows {
		w.rows *= 2
	}
	c, d := m.config, m.config.delta()
	wide := d.ValueHeads * d.ValueWidth
	for _, b := range []struct {
		into  *device.Buffer
		width int
	}{
		{&w.x, c.Hidden},
		{&w.normed, c.Hidden},
		{&w.mixer, c.Hidden},
		{&w.queries, c.Heads * c.HeadDim},
		{&w.attended, c.Heads * c.HeadDim},
		{&w.gated, 2 * c.Heads * c.HeadDim},
		{&w.keys, c.cacheWidth()},
		{&w.channels, d.Channels()},
		{&w.convolved, d.Channels()},
		{&w.z, wide},
		{&w.y, wide},
		{&w.scaled, wide},
		{&w.a, d.ValueHeads},
		{&w.b, d.ValueHeads},
		{&w.gate, c.Intermediate},
		{&w.up, c.Intermediate},
		{&w.embedded, c.Hidden},
		{&w.pair, 2 * c.Hidden},
	} {
		var err error
		if *b.into, err = m.dev.Buffer(w.rows * b.width); err != nil {
			return nil, err
		}
	}
	return w, nil
}
