package mlx

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func floats(bits ...uint32) []float32 {
	x := make([]float32, len(bits))
	for i, b := range bits {
		x[i] = math.Float32frombits(b)
	}
	return x
}

// One receipt of each form: keyed-lazy/s1/0183, 0178, 0191, 0186, 0199, 0182,
// 0188, and two broken rows, 0214 and 0223.
func TestCategoricalAsRecorded(t *testing.T) {
	for _, c := range []struct {
		name          string
		seed          uint64
		logits        []float32
		shape         []int
		axis, samples int
		ids           []uint32
		out           []int
	}{
		{"vector", 16210515941846137270, floats(0xb9a74749, 0x3b0470bd), []int{2}, 0, 0, []uint32{1}, nil},
		{"one row", 6011288534469335627, floats(0xc03308ba, 0x3ef3118f), []int{1, 2}, 1, 0, []uint32{1}, []int{1}},
		{"rows", 2588267968918750495, floats(0xbe3e7193, 0xbf01ab93, 0xc0e4d302, 0xbf8c9af0, 0xbfae26de, 0x3ff7ee99), []int{3, 2}, 1, 0, []uint32{1, 1, 0}, []int{3}},
		{"vector, samples", 2749860689981903649, floats(0xba502b92, 0xba84a203, 0x3a378391, 0x3a338ed7), []int{4}, 0, 5, []uint32{3, 1, 3, 2, 2}, []int{5}},
		{"rows, samples", 7995269624169781437, floats(0xc0600000, 0xc0600000, 0xc0600000, 0xc0600000, 0, 0), []int{3, 2}, 1, 4, []uint32{1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1}, []int{3, 4}},
		{"columns", 1500254913088053305, floats(0x3ec5687e, 0x3db01100, 0x40e70b4b, 0x400146ea, 0x41141f6b, 0xbf20c969), []int{3, 2}, 0, 0, []uint32{2, 1}, []int{2}},
		{"wide columns", 17324094281144768911, floats(
			0xba8a3c2b, 0x3a42cdba, 0xb9047c2b, 0xbae60049, 0x39af97e7, 0x3a962fe5,
			0xba897a9a, 0x3889fc24, 0xb9e3477a, 0x3afc3dd1, 0xb8994e50, 0xbac78cc3,
		), []int{3, 4}, 0, 0, []uint32{1, 2, 0, 1}, []int{4}},
		{"NaN in one row", 4943746909139838006, floats(0x3f758a36, 0x7fc00000), []int{1, 2}, 1, 0, []uint32{1}, []int{1}},
		{"all +Inf", 14133526525992282988, floats(0x7f800000, 0x7f800000, 0x7f800000, 0x7f800000, 0x7f800000, 0x7f800000), []int{3, 2}, 1, 4, make([]uint32, 12), []int{3, 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ids, out, err := NewKey(c.seed).Categorical(c.logits, c.shape, c.axis, c.samples)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.ids, ids); diff != "" {
				t.Errorf("ids (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.out, out); diff != "" {
				t.Errorf("shape (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCategoricalRefusesWhatIsNoShape(t *testing.T) {
	logits := make([]float32, 6)
	for _, c := range []struct {
		shape         []int
		axis, samples int
	}{
		{nil, 0, 0},
		{[]int{6}, 1, 0},
		{[]int{6}, -1, 0},
		{[]int{6}, 0, -1},
		{[]int{2, 2}, 0, 0},
		{[]int{0, 6}, 1, 0},
		{[]int{-2, -3}, 1, 0},
	} {
		if _, _, err := NewKey(1).Categorical(logits, c.shape, c.axis, c.samples); !errors.Is(err, ErrShape) {
			t.Errorf("%+v: error %v", c, err)
		}
	}
}

func TestCategoricalDrawsAnIndexForEveryPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 3).Draw(t, "shape")
		axis := rapid.IntRange(0, len(shape)-1).Draw(t, "axis")
		samples := rapid.IntRange(0, 3).Draw(t, "samples")
		size := 1
		for _, n := range shape {
			size *= n
		}
		// Any bits at all: a broken row must give an index too.
		logits := floats(rapid.SliceOfN(rapid.Uint32(), size, size).Draw(t, "logits")...)
		ids, out, err := NewKey(rapid.Uint64().Draw(t, "seed")).Categorical(logits, shape, axis, samples)
		if err != nil {
			t.Fatal(err)
		}
		places := 1
		for _, n := range out {
			places *= n
		}
		if want := size / shape[axis] * max(samples, 1); len(ids) != want || places != want {
			t.Fatalf("%d ids of shape %v, want %d", len(ids), out, want)
		}
		for _, id := range ids {
			if int(id) >= shape[axis] {
				t.Fatalf("index %d on an axis of %d", id, shape[axis])
			}
		}
	})
}
