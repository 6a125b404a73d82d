package qwen

import "rowproof/engine/device"

// capture is the recurrent states after each token of a forward.
type capture struct {
	rows   int
	layers []kept // of the trunk, empty for full attention
}

// kept are the states of one layer.
type kept struct{ conv, delta device.Buffer } // [rows, length of the state]

// capture has room for the states of so many tokens, where it was captured before if
// that is enough.
func (t *Trunk) capture(rows int) (*capture, error) {
	if c := t.captured; c != nil && c.rows >= rows {
		return c, nil
	}
	c := &capture{rows: rows, layers: make([]kept, len(t.memories))}
	for i, mem := range t.memories {
		if mem.delta == nil {
			continue
		}
		var err error
		if c.layers[i].conv, err = t.model.dev.Buffer(rows * mem.conv.Len()); err != nil {
			return nil, err
		}
		if c.layers[i].delta, err = t.model.dev.Buffer(rows * mem.delta.Len()); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// from are the states of a layer from a token on, as much as is left; nothing
// without a capture.
func (c *capture) from(layer, row int, mem *memory) kept {
	if c == nil || mem.delta == nil {
		return kept{}
	}
	k, n := c.layers[layer], c.rows-row
	return kept{
		conv:  k.conv.Slice(row*mem.conv.Len(), n*mem.conv.Len()),
		delta: k.delta.Slice(row*mem.delta.Len(), n*mem.delta.Len()),
	}
}
