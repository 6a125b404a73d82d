package mlx

// gumbelMax draws along the middle dimension of an outer x n x inner array:
// noise of shape outer x n x inner x repeat is added to the logits, which are
// repeated along the last dimension, and the largest sum wins.
func (k Key) gumbelMax(logits []float32, outer, n, inner, repeat int) []uint32 {
	noise := make([]float32, len(logits)*repeat)
	k.Gumbel(noise)
	stride := inner * repeat
	ids := make([]uint32, 0, outer*stride)
	for o := range outer {
		for j := range stride {
			sum := func(a int) float32 {
				at := (o*n+a)*stride + j
				return noise[at] + logits[at/repeat]
			}
			// MLX's CPU argmax: only what is strictly greater replaces the
			// first, so a NaN in front stays and any other never wins.
			best, top := 0, sum(0)
			for a := 1; a < n; a++ {
				if v := sum(a); v > top {
					best, top = a, v
				}
			}
			ids = append(ids, uint32(best))
		}
	}
	return ids
}
