package sample

import (
	"rowproof/engine/logits"
	"rowproof/engine/numeric"
)

// softmax replaces logits by their float64 softmax at a temperature above zero
// (true division, maximum subtracted, pairwise sum). It reports false where no
// finite positive mass is left.
func softmax(x []float64, temperature float64) bool {
	// A NaN needs no care of its own: it reaches the total.
	numeric.ExpSub64(x, numeric.DivPeak64(x, temperature))
	total := numeric.SumPairwise(x)
	if !hasMass(total) {
		return false
	}
	for i := range x {
		x[i] /= total
	}
	return true
}

// hostMass fills the sampler's dense buffer with the filtered float64 mass of a
// row: softmax, then nucleus and top k.
func (s *Sampler) hostMass(row logits.Checked, cfg Config) error {
	s.dense = resize(s.dense, row.Width())
	row.Float64s(s.dense)
	if cfg.Temperature <= 0 {
		clear(s.dense)
		s.dense[row.Argmax()] = 1
	} else if !softmax(s.dense, cfg.Temperature) {
		return logits.NoMass(row, logits.WhereSoftmax)
	}
	s.filter.apply(s.dense, cfg)
	return nil
}
