package mlx

// Key is one Threefry key: all the randomness there is.
type Key struct{ Hi, Lo uint32 }

// NewKey is mx.random.key: the two halves of the seed, unmixed.
func NewKey(seed uint64) Key {
	return Key{Hi: uint32(seed >> 32), Lo: uint32(seed)}
}

// Split is mx.random.split: num keys derived from k, none if num < 1. The keys
// depend on num: the first of two is not the first of three.
func (k Key) Split(num int) []Key {
	if num < 1 {
		return nil
	}
	words := make([]uint32, 2*num)
	k.Bits(words)
	keys := make([]Key, num)
	for i := range keys {
		keys[i] = Key{Hi: words[2*i], Lo: words[2*i+1]}
	}
	return keys
}
