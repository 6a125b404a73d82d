package mlx

import "math/bits"

const (
	threefryParity = 0x1bd11bda // closes the key schedule, so that no key is all zero
	threefryRounds = 5          // of four rotations each: Threefry-2x32-20
)

// threefryRotations alternate from round to round.
var threefryRotations = [2][4]int{{13, 15, 26, 6}, {17, 29, 16, 24}}

// hash is Threefry-2x32-20 of one counter pair.
func (k Key) hash(a, b uint32) (uint32, uint32) {
	schedule := [3]uint32{k.Hi, k.Lo, k.Hi ^ k.Lo ^ threefryParity}
	a += schedule[0]
	b += schedule[1]
	for round := range threefryRounds {
		for _, rotation := range threefryRotations[round%2] {
			a += b
			b = bits.RotateLeft32(b, rotation) ^ a
		}
		a += schedule[(round+1)%3]
		b += schedule[(round+2)%3] + uint32(round+1)
	}
	return a, b
}
