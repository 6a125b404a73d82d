package sample

import (
	"errors"
	"testing"

	"rowproof/engine/rng/numpy"
)

func TestAcceptBlockStopsAtTheFirstRejection(t *testing.T) {
	certain := func(id int) []float32 {
		row := []float32{-inf, -inf, -inf}
		row[id] = 1
		return row
	}
	rows := checkAll(t, certain(0), certain(1), certain(2))
	cfg := Config{1, 1, 3}
	for _, c := range []struct {
		block      []int
		accepted   int
		correction int
		corrected  bool
		draws      int
	}{
		{[]int{0, 1, 2}, 3, 0, false, 3},
		{[]int{0, 2, 2}, 1, 1, true, 3},
		{[]int{2, 1, 2}, 0, 0, true, 2},
	} {
		g, ahead := numpy.New(4), numpy.New(4)
		for range c.draws {
			ahead.Float64()
		}
		accepted, correction, corrected, err := AcceptBlock(new(Sampler), rows, c.block, cfg, g)
		if err != nil || accepted != c.accepted || correction != c.correction || corrected != c.corrected {
			t.Errorf("%v: %d, %d, %v, %v", c.block, accepted, correction, corrected, err)
		}
		if g.State() != ahead.State() {
			t.Errorf("%v: not %d doubles", c.block, c.draws)
		}
	}
	if _, _, _, err := AcceptBlock(new(Sampler), rows, []int{1}, cfg, numpy.New(1)); !errors.Is(err, ErrValue) {
		t.Errorf("short block: %v", err)
	}
	if _, _, _, err := AcceptBlock(new(Sampler), rows[:1], []int{7}, cfg, numpy.New(1)); !errors.Is(err, ErrValue) {
		t.Errorf("copied token outside the vocabulary: %v", err)
	}
}
