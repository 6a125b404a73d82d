package numpy

import (
	"errors"
	"fmt"
	"math/big"
)

// ErrSeed refuses a seed that is not a non-negative integer.
var ErrSeed = errors.New("not a non-negative integer seed")

// Constants of SeedSequence (O'Neill's seed_seq replacement, as in NumPy).
const (
	initA, multA = 0x43b0d7e5, 0x931e8875
	initB, multB = 0x8b51f9dd, 0x58f38ded
	mixL, mixR   = 0xca01f9dd, 0x4973f715

	poolSize = 4
)

// New returns default_rng(seed).
func New(seed uint64) *Generator {
	words := []uint32{uint32(seed)}
	if high := uint32(seed >> 32); high != 0 {
		words = append(words, high)
	}
	return fromWords(words)
}

// FromDecimal returns default_rng of an integer of any size.
func FromDecimal(seed string) (*Generator, error) {
	n, ok := new(big.Int).SetString(seed, 10)
	if !ok || n.Sign() < 0 {
		return nil, fmt.Errorf("seed %q: %w", seed, ErrSeed)
	}
	words := []uint32{}
	for word := new(big.Int); n.Sign() > 0; n.Rsh(n, 32) {
		words = append(words, uint32(word.And(n, big.NewInt(0xffffffff)).Uint64()))
	}
	if len(words) == 0 {
		words = []uint32{0}
	}
	return fromWords(words), nil
}

// fromWords spreads little-endian seed words over the pool and draws the two
// 128-bit PCG64 parameters from it.
func fromWords(words []uint32) *Generator {
	h := uint32(initA)
	hash := func(v uint32) uint32 {
		v ^= h
		h *= multA
		v *= h
		return v ^ v>>16
	}
	mix := func(x, y uint32) uint32 {
		r := mixL*x - mixR*y
		return r ^ r>>16
	}
	var pool [poolSize]uint32
	for i := range pool {
		var w uint32
		if i < len(words) {
			w = words[i]
		}
		pool[i] = hash(w)
	}
	for src := range pool {
		for dst := range pool {
			if src != dst {
				pool[dst] = mix(pool[dst], hash(pool[src]))
			}
		}
	}
	for _, w := range words[min(len(words), poolSize):] {
		for dst := range pool {
			// The hash runs anew for each slot: its constant has moved on.
			pool[dst] = mix(pool[dst], hash(w))
		}
	}

	var out [8]uint32
	g := uint32(initB)
	for i := range out {
		d := pool[i%poolSize] ^ g
		g *= multB
		d *= g
		out[i] = d ^ d>>16
	}
	wide := func(i int) uint64 { return uint64(out[2*i]) | uint64(out[2*i+1])<<32 }
	return newPCG(uint128{wide(0), wide(1)}, uint128{wide(2), wide(3)})
}
