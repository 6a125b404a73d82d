package sample

import (
	"cmp"
	"fmt"
	"slices"

	"rowproof/engine/logits"
)

// Bound is a top-k reader whose parameters are fixed before the decode loop.
// Unlike Batched it weighs every row in float64 over the whole vocabulary.
type Bound struct{ cfg Config }

// Bind fixes the parameters: a temperature above zero and a top k are required,
// anything else is an ErrValue.
func Bind(cfg Config) (Bound, error) {
	if cfg.Temperature <= 0 || cfg.TopK <= 0 {
		return Bound{}, fmt.Errorf("temperature %v, top_k %d: both must be above zero: %w", cfg.Temperature, cfg.TopK, ErrValue)
	}
	return Bound{cfg}, nil
}

// Batch reads checked rows. A row without finite positive mass fails the batch.
func (f Bound) Batch(s *Sampler, rows []logits.Checked) (*Batch, error) {
	if err := readyAll(rows, logits.TopK); err != nil {
		return nil, err
	}
	b := &Batch{}
	var host []float32
	for i, row := range rows {
		n := row.Width()
		k := min(f.cfg.TopK, n)
		host = resize(host, n)
		row.Float32s(host)
		ids := slices.Clone(logits.TopKSet(&s.work, host, k))

		s.dense = resize(s.dense, n)
		row.Float64s(s.dense)
		if !softmax(s.dense, f.cfg.Temperature) {
			return nil, fmt.Errorf("row %d: %w", i, logits.NoMass(row, logits.WhereSoftmax))
		}
		mass := make([]float64, k)
		if f.cfg.nucleus() {
			slices.SortFunc(ids, func(a, b int) int {
				if c := cmp.Compare(s.dense[b], s.dense[a]); c != 0 {
					return c
				}
				return cmp.Compare(a, b)
			})
		}
		for j, id := range ids {
			mass[j] = s.dense[id]
		}
		if f.cfg.nucleus() {
			logits.CutNucleus(mass, f.cfg.TopP)
		}
		if !b.add(ids, mass) {
			return nil, fmt.Errorf("row %d: %w", i, logits.NoMass(row, logits.WhereSoftmax))
		}
	}
	return b, nil
}
