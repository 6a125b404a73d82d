package oracle

import "math/bits"

// undrawn is the first double of numpy's default_rng(seed): what the generator
// would give next if a refused case drew nothing. It seeds a PCG64 from a
// SeedSequence, step by step.
func undrawn(seed uint64) F64 {
	words := seedWords(seed)
	initial := u128{words[0], words[1]}
	inc := u128{words[2], words[3]}.twice().plus(u128{0, 1})
	state := inc // one step from state 0
	state = state.plus(initial).times(pcgMultiplier).plus(inc)
	state = state.times(pcgMultiplier).plus(inc) // the step of the draw itself
	word := bits.RotateLeft64(state.hi^state.lo, -int(state.hi>>58))
	return F64(float64(word>>11) / (1 << 53))
}

var pcgMultiplier = u128{0x2360ed051fc65da4, 0x4385df649fccf645}

type u128 struct{ hi, lo uint64 }

func (a u128) plus(b u128) u128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return u128{hi, lo}
}

func (a u128) twice() u128 { return a.plus(a) }

func (a u128) times(b u128) u128 {
	hi, lo := bits.Mul64(a.lo, b.lo)
	return u128{hi + a.hi*b.lo + a.lo*b.hi, lo}
}

// seedWords are the four 64-bit words numpy's SeedSequence makes of a seed.
func seedWords(seed uint64) [4]uint64 {
	h := uint32(0x43b0d7e5)
	hash := func(v uint32) uint32 {
		v ^= h
		h *= 0x931e8875
		v *= h
		return v ^ v>>16
	}
	pool := [4]uint32{uint32(seed), uint32(seed >> 32)}
	for i := range pool {
		pool[i] = hash(pool[i])
	}
	for src := range pool {
		for dst := range pool {
			if src != dst {
				v := 0xca01f9dd*pool[dst] - 0x4973f715*hash(pool[src])
				pool[dst] = v ^ v>>16
			}
		}
	}
	var out [4]uint64
	g := uint32(0x8b51f9dd)
	for i := range 8 {
		v := pool[i%4] ^ g
		g *= 0x58f38ded
		v *= g
		v ^= v >> 16
		out[i/2] |= uint64(v) << (32 * (i % 2))
	}
	return out
}
