package logits

// Workspace holds the buffers that checking and reading rows reuse, so that a
// decode loop allocates nothing per token. The zero value is ready; one
// Workspace serves one goroutine.
type Workspace struct {
	patches    []patch
	block      [blockSize]float32
	scaled     []float32
	selected   []float32
	order      []uint32
	candidates []candidate
	ids        []int
	mass       []float64
	values     []float32
}

// resize returns a slice of length n, reusing s where it is large enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
