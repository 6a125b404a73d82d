package sample

import (
	"cmp"
	"fmt"
	"slices"

	"rowproof/engine/logits"
	"rowproof/engine/numeric"
)

// Batch holds one sparse distribution per row, padded to the same number of
// entries: k IDs in ascending order with their mass, or ID -1 with mass 0.
type Batch struct {
	ids [][]int
	p   [][]float64
}

// Rows is the number of rows.
func (b *Batch) Rows() int { return len(b.ids) }

// Entries returns copies of one row's IDs and mass, padding included. row is
// within 0..Rows()-1.
func (b *Batch) Entries(row int) (ids []int, p []float64) {
	return append([]int(nil), b.ids[row]...), append([]float64(nil), b.p[row]...)
}

// Draw picks a token of one row, within 0..Rows()-1, with one double from the
// stream.
func (b *Batch) Draw(row int, stream Stream) (int, error) {
	var ids []int
	var p []float64
	for i, v := range b.p[row] {
		if v > 0 {
			ids, p = append(ids, b.ids[row][i]), append(p, v)
		}
	}
	i, err := stream.Choice(p)
	if err != nil {
		return 0, fmt.Errorf("draw from row %d: %w: %w", row, ErrValue, err)
	}
	return ids[i], nil
}

// Distributions returns one distribution per row, each as if it stood alone.
// Only the top-k reader has it: other parameters are an ErrRoute.
func (s *Sampler) Distributions(rows []logits.Checked, cfg Config) (dists []Distribution, err error) {
	if err := topKOnly(rows, cfg); err != nil {
		return nil, err
	}
	for i, row := range rows {
		d, err := s.Distribute(row, cfg)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
		dists = append(dists, d)
	}
	return dists, nil
}

// Batched returns the rows' distributions as one Batch. If the float32 mass of
// any row is not finite and positive, every row switches to float64: a batch
// has one arithmetic. Only the top-k reader has it: other parameters are an
// ErrRoute.
func (s *Sampler) Batched(rows []logits.Checked, cfg Config) (*Batch, error) {
	if err := topKOnly(rows, cfg); err != nil {
		return nil, err
	}
	b := &Batch{}
	for _, row := range rows {
		support := row.Support(&s.work, cfg.TopK, cfg.Temperature, cfg.TopP)
		if !b.add(support.IDs, support.Mass) {
			return s.batchedOnHost(rows, cfg)
		}
	}
	return b, nil
}

func topKOnly(rows []logits.Checked, cfg Config) error {
	if cfg.Route() != logits.TopK {
		return fmt.Errorf("temperature %v, top_k %d: %w", cfg.Temperature, cfg.TopK, ErrRoute)
	}
	return readyAll(rows, logits.TopK)
}

// add normalises one row: summed in the order of selection, zeros included,
// then sorted by ID. It reports false where there is no finite positive mass.
func (b *Batch) add(ids []int, mass []float64) bool {
	total := numeric.SumPairwise(mass)
	if !hasMass(total) {
		return false
	}
	row := make([]weight, len(ids))
	for i, id := range ids {
		row[i] = weight{id, mass[i] / total}
	}
	slices.SortFunc(row, func(a, b weight) int { return cmp.Compare(a.id, b.id) })
	sorted, p := make([]int, len(row)), make([]float64, len(row))
	for i, w := range row {
		sorted[i], p[i] = w.id, w.p
	}
	b.ids, b.p = append(b.ids, sorted), append(b.p, p)
	return true
}

func (s *Sampler) batchedOnHost(rows []logits.Checked, cfg Config) (*Batch, error) {
	b := &Batch{}
	for i, row := range rows {
		if err := s.hostSparse(row, cfg); err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
		k := min(cfg.TopK, row.Width())
		ids, p := make([]int, k), make([]float64, k)
		n := copy(ids, s.dist.ids)
		copy(p, s.dist.p)
		for j := n; j < k; j++ {
			ids[j] = -1
		}
		// The padded row is normalised once more, as the oracle's constructor
		// does with every batch.
		total := numeric.SumPairwise(p)
		for j := range p {
			p[j] /= total
		}
		b.ids, b.p = append(b.ids, ids), append(b.p, p)
	}
	return b, nil
}
