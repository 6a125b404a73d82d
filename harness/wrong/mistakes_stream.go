package wrong

import (
	"math"

	"rowproof/engine/rng/numpy"
)

// streamMistakes are made with the random stream.
var streamMistakes = []mistake{
	{
		"extra-draw-on-error",
		"A refusal takes a double from the stream, so a retry of the request is another request.",
		"",
		func(h *hooks) { h.refused = func(g *numpy.Generator) { g.Float64() } },
	},
	{
		"no-draw-on-width-1",
		"Where only one token is possible nothing is drawn, and every later draw of the stream moves up.",
		"",
		func(h *hooks) {
			h.choice = func(g *numpy.Generator, p []float64) (int, error) {
				if len(p) == 1 {
					return 0, nil
				}
				return g.Choice(p)
			}
		},
	},
	{
		"half-words-thrown-away",
		"An integer of 32 bits takes a word of 64 and forgets its other half, which the next integer is made of.",
		"",
		func(h *hooks) { h.integers = wholeWords },
	},
}

// wholeWords is Integers by Lemire's method without a memory.
func wholeWords(g *numpy.Generator, lo, hi int64) (int64, error) {
	if lo >= hi || uint64(hi-lo) > math.MaxUint32 {
		return g.Integers(lo, hi)
	}
	n := uint32(hi - lo)
	if n == 1 {
		return lo, nil
	}
	for {
		m := uint64(uint32(g.Uint64())) * uint64(n)
		if uint32(m) >= -n%n {
			return lo + int64(m>>32), nil
		}
	}
}
