package logits

// Float64s copies the logits, after penalties, to dst, which must have the
// row's width. It is one full read of the row.
func (c Checked) Float64s(dst []float64) {
	passes.Add(1)
	if c.row.dtype == DTypeF32 {
		for i, v := range c.row.wide {
			dst[i] = float64(v)
		}
	} else {
		for i := range c.row.half {
			dst[i] = float64(c.row.at(i))
		}
	}
	for _, p := range c.patches {
		dst[p.id] = p.value
	}
}

// Float32s copies the logits, after penalties, to dst, which must have the
// row's width; on the dense route, whose penalties are float64, it rounds. It is one
// full read of the row.
func (c Checked) Float32s(dst []float32) {
	passes.Add(1)
	if c.row.dtype == DTypeF32 {
		copy(dst, c.row.wide)
	} else {
		for i := range c.row.half {
			dst[i] = c.row.at(i)
		}
	}
	for _, p := range c.patches {
		dst[p.id] = float32(p.value)
	}
}
