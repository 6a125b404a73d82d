package sample

import (
	"cmp"
	"fmt"
	"slices"

	"rowproof/engine/logits"
	"rowproof/engine/numeric"
)

// Sampler chooses tokens with buffers that it reuses: after the first few, a
// draw allocates nothing. The zero value is ready; one Sampler serves one
// goroutine.
type Sampler struct {
	work   logits.Workspace
	filter filter
	dense  []float64
	drawer drawer
	kept   []weight
	ids    []int
	p      []float64
	dist   Distribution
}

type weight struct {
	id int
	p  float64
}

// Next is the public door: it refuses parameters that no product should pass
// on (ErrConfig), checks the row after its penalties, and returns a token or a
// *logits.NumericalError. Nothing is drawn from the stream on an error.
func (s *Sampler) Next(row logits.Row, penalties *logits.Penalties, cfg Config, stream Stream) (int, error) {
	if err := cfg.Validate(); err != nil {
		return 0, err
	}
	if err := validatePenalties(penalties, row.Width()); err != nil {
		return 0, err
	}
	if stream == nil && cfg.Route() != logits.Greedy {
		return 0, fmt.Errorf("no random stream: %w", ErrConfig)
	}
	checked, err := s.work.Check(row, penalties, cfg.Route())
	if err != nil {
		return 0, err
	}
	if cfg.Route() == logits.Greedy {
		return Greedy(checked)
	}
	return s.Sample(checked, cfg, stream)
}

// Sample draws a token from a checked row. The distribution it drew from is
// Last until the next call.
func (s *Sampler) Sample(row logits.Checked, cfg Config, stream Stream) (int, error) {
	if err := s.distribute(row, cfg); err != nil {
		return 0, err
	}
	return s.drawer.draw(s.dist, stream)
}

// Distribute returns the distribution of a row; for a greedy one, certainty about
// its argmax.
func (s *Sampler) Distribute(row logits.Checked, cfg Config) (Distribution, error) {
	if err := s.distribute(row, cfg); err != nil {
		return Distribution{}, err
	}
	return s.dist.clone(), nil
}

// Last is the distribution that the latest call read, empty if that failed.
func (s *Sampler) Last() Distribution { return s.dist.clone() }

func (s *Sampler) distribute(row logits.Checked, cfg Config) error {
	s.dist = Distribution{}
	if err := ready(row, cfg.Route()); err != nil {
		return err
	}
	// Below zero a temperature is greedy whatever top k says: certainty about the
	// argmax, by the host's path.
	if cfg.Route() != logits.TopK {
		if err := s.hostMass(row, cfg); err != nil {
			return err
		}
		s.dist = Distribution{width: row.Width(), p: s.dense}
		return nil
	}
	support := row.Support(&s.work, cfg.TopK, cfg.Temperature, cfg.TopP)
	if ok, err := s.fromSupport(support, row.Width()); ok || err != nil {
		return err
	}
	// Float32 mass was not enough for this temperature; float64 may be.
	return s.hostSparse(row, cfg)
}

// fromSupport normalises selected mass: summed in the order of selection, then
// sorted by ID, divided, and divided again by the constructor. It reports false
// where the mass is not finite and positive.
func (s *Sampler) fromSupport(support logits.Support, width int) (bool, error) {
	s.kept, s.p, s.ids = s.kept[:0], s.p[:0], s.ids[:0]
	for i, p := range support.Mass {
		if p > 0 {
			s.kept = append(s.kept, weight{support.IDs[i], p})
			s.p = append(s.p, p)
		}
	}
	total := numeric.SumPairwise(s.p)
	if !hasMass(total) {
		return false, nil
	}
	slices.SortFunc(s.kept, func(a, b weight) int { return cmp.Compare(a.id, b.id) })
	for i, k := range s.kept {
		s.ids = append(s.ids, k.id)
		s.p[i] = k.p / total
	}
	return true, s.dist.setSparse(s.ids, s.p, width)
}

// hostSparse is the oracle's float64 reference for a top-k row.
func (s *Sampler) hostSparse(row logits.Checked, cfg Config) error {
	if err := s.hostMass(row, cfg); err != nil {
		return err
	}
	s.ids, s.p = s.ids[:0], s.p[:0]
	for id, p := range s.dense {
		if p > 0 {
			s.ids = append(s.ids, id)
			s.p = append(s.p, p)
		}
	}
	return s.dist.setSparse(s.ids, s.p, row.Width())
}

// HostSparse returns the sparse float64 distribution of a row checked for the
// top-k reader; at a temperature of zero or below, certainty about the argmax of
// one checked for the greedy reader.
func (s *Sampler) HostSparse(row logits.Checked, cfg Config) (Distribution, error) {
	route := logits.TopK
	if cfg.Temperature <= 0 {
		route = logits.Greedy
	}
	if err := ready(row, route); err != nil {
		return Distribution{}, err
	}
	if err := s.hostSparse(row, cfg); err != nil {
		return Distribution{}, err
	}
	return s.dist.clone(), nil
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
