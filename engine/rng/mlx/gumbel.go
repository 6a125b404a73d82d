package mlx

import "rowproof/engine/numeric"

// Gumbel is mx.random.gumbel in float32: -log(-log(u)) of the uniforms of k,
// with the C library's float32 log. A uniform of 0 gives -Inf.
func (k Key) Gumbel(dst []float32) {
	k.Uniform(dst, F32, 0, 1)
	for i, u := range dst {
		dst[i] = -numeric.Log32(-numeric.Log32(u))
	}
}
