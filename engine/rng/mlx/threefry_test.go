package mlx

import "testing"

// The published known answers of Threefry-2x32-20 (Random123).
func TestHashKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		key  Key
		a, b uint32
		want [2]uint32
	}{
		{Key{0, 0}, 0, 0, [2]uint32{0x6b200159, 0x99ba4efe}},
		{Key{0xffffffff, 0xffffffff}, 0xffffffff, 0xffffffff, [2]uint32{0x1cb996fc, 0xbb002be7}},
		{Key{0x13198a2e, 0x03707344}, 0x243f6a88, 0x85a308d3, [2]uint32{0xc4923a9c, 0x483df7a0}},
	} {
		x, y := c.key.hash(c.a, c.b)
		if got := [2]uint32{x, y}; got != c.want {
			t.Errorf("hash under %x of (%x, %x) = %x, want %x", c.key, c.a, c.b, got, c.want)
		}
	}
}
