// Package ds4 is the random stream of the DS4 family: xorshift64*, a 64-bit
// state with no seeding step, so a recorded state is all there is to resume.
package ds4

// substitute stands in for a zero state, from which xorshift would never leave.
const substitute = 0x9e3779b97f4a7c15

// multiplier is the star in xorshift64*: it scrambles the output, never the
// state.
const multiplier = 0x2545f4914f6cdd1d

// State is the whole generator; any value is a valid start. A zero is replaced
// only when something is drawn, so a stream that never draws keeps its zero.
// A State is not safe for concurrent use.
type State uint64

// Uint64 advances the state once and returns the scrambled word.
func (s *State) Uint64() uint64 {
	x := uint64(*s)
	if x == 0 {
		x = substitute
	}
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	*s = State(x)
	return x * multiplier
}

// Float32 advances the state once and returns a multiple of 2^-24 in [0, 1):
// the top 24 bits of the word, which float32 holds exactly.
func (s *State) Float32() float32 {
	return float32(s.Uint64()>>40) * 0x1p-24
}
