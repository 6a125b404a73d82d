package oracle

import "testing"

// TestThreefryKnownAnswers holds the words against those published with the
// algorithm (20 rounds, two words of 32 bits).
func TestThreefryKnownAnswers(t *testing.T) {
	for _, tc := range []struct{ key, counter, want [2]uint32 }{
		{[2]uint32{0, 0}, [2]uint32{0, 0}, [2]uint32{0x6b200159, 0x99ba4efe}},
		{[2]uint32{0xffffffff, 0xffffffff}, [2]uint32{0xffffffff, 0xffffffff}, [2]uint32{0x1cb996fc, 0xbb002be7}},
		{[2]uint32{0x13198a2e, 0x03707344}, [2]uint32{0x243f6a88, 0x85a308d3}, [2]uint32{0xc4923a9c, 0x483df7a0}},
	} {
		a, b := threefry(tc.key[0], tc.key[1], tc.counter[0], tc.counter[1])
		if got := [2]uint32{a, b}; got != tc.want {
			t.Errorf("key %x counter %x: %x, want %x", tc.key, tc.counter, got, tc.want)
		}
	}
}
