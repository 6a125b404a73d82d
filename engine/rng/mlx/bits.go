package mlx

// Bits fills words with the random words of k for an array of len(words)
// elements. MLX hashes one counter pair per two words and stores the halves of
// a result half an array apart, so word i depends on the length.
func (k Key) Bits(words []uint32) {
	half := len(words) / 2
	// The second half starts one later in an odd array: the element between the
	// halves belongs to a pair whose other word nobody stores.
	upper := len(words) - half
	for i := range half {
		words[i], words[upper+i] = k.hash(uint32(i), uint32(upper+i))
	}
	if upper > half {
		words[half], _ = k.hash(uint32(half), 0)
	}
}
