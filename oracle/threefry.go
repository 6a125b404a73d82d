package oracle

import "math/bits"

// threefry is Threefry-2x32 with 20 rounds: the two words that key (k0, k1)
// makes of counter (x0, x1). Only wide rows need it here, so it is written to
// be read, not to be fast.
func threefry(k0, k1, x0, x1 uint32) (uint32, uint32) {
	keys := [3]uint32{k0, k1, k0 ^ k1 ^ 0x1bd11bda}
	turns := [2][4]int{{13, 15, 26, 6}, {17, 29, 16, 24}}
	x0, x1 = x0+k0, x1+k1
	for i := range 5 {
		for _, turn := range turns[i%2] {
			x0 += x1
			x1 = bits.RotateLeft32(x1, turn) ^ x0
		}
		x0 += keys[(i+1)%3]
		x1 += keys[(i+2)%3] + uint32(i) + 1
	}
	return x0, x1
}
