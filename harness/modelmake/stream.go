package modelmake

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"rowproof/engine/rng/numpy"
)

// stream is the random numbers of one tensor. Each has its own, so that a tensor
// depends on the seed, its name and its shape, and on no other tensor.
type stream struct{ *numpy.Generator }

func newStream(seed uint64, name string) stream {
	hash := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, name))
	return stream{numpy.New(binary.LittleEndian.Uint64(hash[:]))}
}

// bell fills with values of mean 0 and the given deviation: sums of four uniform
// 16-bit integers (Irwin-Hall). Up to the one product the sum is an integer, so
// there is no last bit for a machine to differ in; a logarithm would have one.
func (s stream) bell(values []float32, sigma float64) {
	// Four times the variance of one, ((1<<16)^2-1)/12, is (1<<32-1)/3.
	scale := float64(sigma * math.Sqrt(3.0/(1<<32-1)))
	for i := range values {
		word := s.Uint64()
		sum := int64(word&0xffff + word>>16&0xffff + word>>32&0xffff + word>>48)
		values[i] = float32(float64(sum-2*0xffff) * scale)
	}
}

// between fills with values from an interval.
func (s stream) between(values []float32, low, high float64) {
	for i := range values {
		values[i] = float32(low + float64(s.Float64()*(high-low)))
	}
}

// cycle returns a permutation of 0 to n-1 that is a single cycle (Sattolo).
func (s stream) cycle(n int) []int {
	next := make([]int, n)
	for i := range next {
		next[i] = i
	}
	for i := n - 1; i > 0; i-- {
		// The range is never empty, which is the only error there is.
		j, _ := s.Integers(0, int64(i))
		next[i], next[j] = next[j], next[i]
	}
	return next
}
