package ds4

import (
	"testing"

	"pgregory.net/rapid"
)

// From the receipts ds4-0091 and ds4-0094: a state and the states after each of
// three draws.
func TestStatesAsRecorded(t *testing.T) {
	for _, want := range [][4]State{
		{0x4d8706819b7695b2, 0xae6500a189cf3453, 0x4d6849a96ede9cb8, 0x16840fcd86c988bb},
		{0, 0x03f721dffe39b342, 0x5830920757d41153, 0x44da53dec8eb16d8},
	} {
		s := want[0]
		for i, next := range want[1:] {
			s.Float32()
			if s != next {
				t.Errorf("from %016x, draw %d: state %016x, want %016x", uint64(want[0]), i, uint64(s), uint64(next))
			}
		}
	}
}

func TestZeroDrawsLikeItsSubstitute(t *testing.T) {
	zero, same := State(0), State(substitute)
	if a, b := zero.Uint64(), same.Uint64(); a != b || zero != same {
		t.Errorf("zero gives %x and state %x, its substitute %x and %x", a, uint64(zero), b, uint64(same))
	}
}

func TestFloat32IsTheTopOfTheWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := State(rapid.Uint64().Draw(t, "state"))
		uniform := word
		w, u := word.Uint64(), uniform.Float32()
		if u < 0 || u >= 1 || uint64(u*0x1p24) != w>>40 {
			t.Fatalf("word %016x gives %v", w, u)
		}
		if word != uniform || word == 0 {
			t.Fatalf("states %016x and %016x", uint64(word), uint64(uniform))
		}
	})
}
