// Package numpy reproduces numpy.random.default_rng: SeedSequence, PCG64 and
// the three draws that the reference engine makes from it, word for word.
package numpy

import (
	"fmt"
	"math/bits"
)

// uint128 is the state word of PCG64.
type uint128 struct{ hi, lo uint64 }

func (a uint128) add(b uint128) uint128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return uint128{hi, lo}
}

func (a uint128) mul(b uint128) uint128 {
	hi, lo := bits.Mul64(a.lo, b.lo)
	return uint128{hi + a.hi*b.lo + a.lo*b.hi, lo}
}

// String is the 32 hexadecimal digits of the word.
func (a uint128) String() string { return fmt.Sprintf("%016x%016x", a.hi, a.lo) }

var multiplier = uint128{0x2360ed051fc65da4, 0x4385df649fccf645}

// Generator is one PCG64 stream. It is not safe for concurrent use.
type Generator struct {
	state, inc uint128
	// NumPy serves 32-bit draws from the two halves of a 64-bit one and keeps
	// the unused half, across any number of 64-bit draws in between.
	spare    uint32
	hasSpare bool
}

func newPCG(init, seq uint128) *Generator {
	g := &Generator{inc: seq.add(seq).add(uint128{0, 1})}
	g.step()
	g.state = g.state.add(init)
	g.step()
	return g
}

func (g *Generator) step() { g.state = g.state.mul(multiplier).add(g.inc) }

// Uint64 draws 64 bits: the state moves first, then its halves are folded.
func (g *Generator) Uint64() uint64 {
	g.step()
	return bits.RotateLeft64(g.state.hi^g.state.lo, -int(g.state.hi>>58))
}

func (g *Generator) uint32() uint32 {
	if g.hasSpare {
		g.hasSpare = false
		return g.spare
	}
	n := g.Uint64()
	g.spare, g.hasSpare = uint32(n>>32), true
	return uint32(n)
}

// Float64 draws a double in [0, 1) with 53 bits, as Generator.random does.
func (g *Generator) Float64() float64 { return float64(g.Uint64()>>11) * 0x1p-53 }

// Peek is the double that Float64 would draw next; it draws nothing.
func (g *Generator) Peek() float64 {
	ahead := *g
	return ahead.Float64()
}

// State describes the stream as NumPy's bit_generator.state does: state and
// increment in hexadecimal, and the kept half of the last 64-bit draw (NumPy
// leaves its bits in place after use).
type State struct {
	State, Inc string
	HasSpare   bool
	Spare      uint32
}

// State returns a description of the stream; it draws nothing.
func (g *Generator) State() State {
	return State{g.state.String(), g.inc.String(), g.hasSpare, g.spare}
}
