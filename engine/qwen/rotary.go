package qwen

import "rowproof/engine/numeric"

// rotary reads how heads are turned. Positions of text are the same in all three
// sections of a multimodal rotation, which makes it a plain one.
func (c *Config) rotary(text object) {
	theta, partial := 100000.0, 0.25
	where := text.inner("rope_parameters")
	_, present := text.fields["rope_parameters"]
	switch {
	case len(where.fields) != 0:
		kind := where.text("type")
		if kind == "" {
			kind = where.text("rope_type")
		}
		if kind != "" && kind != "default" && kind != "mrope" {
			where.refuse("rope_type", "%.40q is neither default nor mrope", kind)
		}
	case present:
		where = text // the oracle reads the fields beside an empty object, but not beside none
	}
	theta = where.positive("rope_theta", theta)
	partial = where.positive("partial_rotary_factor", partial)
	if partial > 1 {
		where.refuse("partial_rotary_factor", "%g is more than 1", partial)
	}
	c.Theta = float32(theta)
	c.Rotated = int(float64(c.HeadDim) * partial)
	if c.Rotated < 2 || c.Rotated%2 != 0 {
		where.refuse("partial_rotary_factor", "%g of %d values is no even number", partial, c.HeadDim)
	}
}

// frequencies are theta^(-j/half) for the pairs of a rotation, in the float32
// arithmetic of mx.fast.rope on the CPU: at position 4000 correctly rounded ones
// would turn a head by other angles, up to 1e-3 apart.
func frequencies(theta float32, rotated int) []float32 {
	inverse := make([]float32, rotated/2)
	step := numeric.Log32(theta) / float32(len(inverse))
	for j := range inverse {
		inverse[j] = numeric.Exp32(float32(-float32(j) * step))
	}
	return inverse
}
