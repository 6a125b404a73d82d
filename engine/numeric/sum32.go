package numeric

// Sum32 adds float32 values one after the other, as MLX's CPU reductions do.
func Sum32(x []float32) float32 { return AddTo32(0, x) }

// AddTo32 continues a sequential float32 sum over the next values.
func AddTo32(s float32, x []float32) float32 {
	for _, v := range x {
		s += v
	}
	return s
}
