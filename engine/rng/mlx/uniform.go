package mlx

// Uniform is mx.random.uniform over [lo, hi): it fills dst with one value per
// element of the array, made in dtype t and widened to float32. The bounds are
// rounded to t first.
func (k Key) Uniform(dst []float32, t DType, lo, hi float32) {
	words := make([]uint32, len(dst))
	k.Bits(words)
	lo = t.round(lo)
	width := t.round(t.round(hi) - lo)
	for i, w := range words {
		// A word near 2^32 rounds up to it; the clamp, taken while the value is
		// still float32, keeps 1 itself out of reach.
		u := t.round(min(float32(w)*0x1p-32, t.belowOne()))
		// Product and sum are two operations in MLX and round twice.
		dst[i] = t.round(t.round(width*u) + lo)
	}
}
