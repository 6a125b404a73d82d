package fresh

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// stream is the randomness of one case. Only the generator comes from the standard
// library: what its helpers make of the words is not promised to stay.
type stream struct{ words *rand.PCG }

// newStream gives the stream of case index in a group: neighbours share nothing.
func newStream(seed uint64, group string, index int) *stream {
	h := scatter(seed)
	for _, b := range []byte(group) {
		h = scatter(h ^ uint64(b))
	}
	return &stream{rand.NewPCG(h, scatter(h^uint64(index)))}
}

// scatter is the finaliser of SplitMix64.
func scatter(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below is an integer in [0, n); its bias of n/2^64 is nobody's business here.
func (s *stream) below(n int) int {
	hi, _ := bits.Mul64(s.words.Uint64(), uint64(n))
	return int(hi)
}

// between is an integer in [lo, hi].
func (s *stream) between(lo, hi int) int { return lo + s.below(hi-lo+1) }

// oneIn is true once in n.
func (s *stream) oneIn(n int) bool { return s.below(n) == 0 }

// unit is a multiple of 2^-53 in [0, 1).
func (s *stream) unit() float64 { return float64(s.words.Uint64()>>11) / (1 << 53) }

// seed31 is a seed as the engine makes them for its own side streams.
func (s *stream) seed31() uint64 { return uint64(s.below(1<<31 - 1)) }

// normal is near enough to a normal variate of variance 1: the sum of twelve
// uniforms. Integers keep it exact.
func (s *stream) normal() float64 {
	sum := 0
	for range 12 {
		sum += s.below(1 << 32)
	}
	return float64(sum-6<<32) / (1 << 32)
}

// exponential is near enough to an exponential variate of mean 1.4: halvings until
// a coin falls, and a uniform rest.
func (s *stream) exponential() float64 {
	return float64(bits.LeadingZeros64(s.words.Uint64()|1)) + s.unit() - 0.1
}

// scale is m * 2^e with m in [1, 2) and e in [lo, hi].
func (s *stream) scale(lo, hi int) float64 { return math.Ldexp(1+s.unit(), s.between(lo, hi)) }

// perm is a permutation of 0..n-1.
func (s *stream) perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := s.below(i + 1)
		p[i], p[j] = p[j], i
	}
	return p
}

// pick chooses one of a list.
func pick[T any](s *stream, from ...T) T { return from[s.below(len(from))] }
