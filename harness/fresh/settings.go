package fresh

import (
	"slices"

	"rowproof/oracle"
)

// settings are the edits that make parameters what they are by default, or at least
// plain.
func settings() []edit {
	cfg := func(pick func(*oracle.Config) *oracle.F64) func(*oracle.Case) *oracle.F64 {
		return func(c *oracle.Case) *oracle.F64 {
			if p := configOf(c); p != nil {
				return pick(p)
			}
			return nil
		}
	}
	ds4 := func(pick func(*oracle.DS4In) *float64) func(*oracle.Case) *float64 {
		return func(c *oracle.Case) *float64 {
			if in, ok := c.In.(*oracle.DS4In); ok {
				return pick(in)
			}
			return nil
		}
	}
	return slices.Concat(
		setting(cfg(func(p *oracle.Config) *oracle.F64 { return &p.PresencePenalty }), 0, 1),
		setting(cfg(func(p *oracle.Config) *oracle.F64 { return &p.FrequencyPenalty }), 0, 1),
		setting(cfg(func(p *oracle.Config) *oracle.F64 { return &p.Temperature }), 0.6, 1, 0),
		setting(cfg(func(p *oracle.Config) *oracle.F64 { return &p.TopP }), 0.95, 1, 0.5),
		setting(topK, 20, 1, 2, 0),
		setting(ds4(func(in *oracle.DS4In) *float64 { return &in.Temperature }), 1, 0),
		setting(ds4(func(in *oracle.DS4In) *float64 { return &in.TopP }), 1, 0.5),
		setting(ds4(func(in *oracle.DS4In) *float64 { return &in.MinP }), 0, 0.5),
		setting(number, 0, 1, 2, 3),
		setting(text, "0", "1", "2", "3"),
		[]edit{plainFormat, plainPenalties, plainChoices},
	)
}

// setting tries the values of a field in this order. A value is never given up for
// one that stands behind it, so shrinking ends.
func setting[T comparable](field func(*oracle.Case) *T, order ...T) []edit {
	edits := make([]edit, len(order))
	for i, v := range order {
		edits[i] = func(c *oracle.Case) bool {
			p := field(c)
			if p == nil || slices.Contains(order[:i+1], *p) {
				return false
			}
			*p = v
			return true
		}
	}
	return edits
}

// configOf are the sampling parameters of a question, nil if it has none.
func configOf(c *oracle.Case) *oracle.Config {
	switch in := c.In.(type) {
	case *oracle.OrdinaryIn:
		return &in.Cfg
	case *oracle.BatchIn:
		return &in.Cfg
	case *oracle.NativeIn:
		return &in.Cfg
	case *oracle.PointIn:
		return &in.Cfg
	case *oracle.LazyShapeIn:
		return &in.Cfg
	case *oracle.LazySampleIn:
		return &in.Cfg
	}
	return nil
}

func topK(c *oracle.Case) *int {
	if in, ok := c.In.(*oracle.DS4In); ok {
		return &in.TopK
	}
	if cfg := configOf(c); cfg != nil {
		return &cfg.TopK
	}
	return nil
}

// number is the seed of a question where it is a number.
func number(c *oracle.Case) *uint64 {
	switch in := c.In.(type) {
	case *oracle.OrdinaryIn:
		return &in.RNGSeed
	case *oracle.SparseCtorIn:
		return &in.RNGSeed
	case *oracle.BatchIn:
		return &in.RNGSeed
	case *oracle.MixedIn:
		return &in.RNGSeed
	case *oracle.NativeIn:
		return &in.RNGSeed
	case *oracle.PointIn:
		return &in.RNGSeed
	case *oracle.DS4In:
		return &in.RNGState
	}
	return nil
}

// text is the seed of a question where it is written in digits.
func text(c *oracle.Case) *string {
	switch in := c.In.(type) {
	case *oracle.NativeIn:
		return &in.KeySeed
	case *oracle.KeySplitIn:
		return &in.Seed
	case *oracle.UniformIn:
		return &in.Seed
	case *oracle.UniformRangeIn:
		return &in.Seed
	case *oracle.CategoricalIn:
		return &in.Seed
	case *oracle.LazySampleIn:
		return &in.Seed
	case *oracle.RNGIn:
		return &in.Seed
	}
	return nil
}

// plainFormat widens all rows to float32.
func plainFormat(c *oracle.Case) bool {
	changed := false
	for _, r := range rowsOf(c) {
		if r.DType == oracle.F32 {
			continue
		}
		values := make([]float32, r.Width())
		for i := range values {
			values[i] = r.Value(i)
		}
		*r, changed = oracle.MakeRow(oracle.F32, values), true
	}
	return changed
}

// plainPenalties makes every count and every bias 1.
func plainPenalties(c *oracle.Case) bool {
	in, ok := c.In.(*oracle.OrdinaryIn)
	if !ok {
		return false
	}
	changed := false
	for i := range in.TokenCounts {
		changed = changed || in.TokenCounts[i].N != 1
		in.TokenCounts[i].N = 1
	}
	for i := range in.Overlay {
		changed = changed || in.Overlay[i].Value != 1
		in.Overlay[i].Value = 1
	}
	return changed
}

// plainChoices leaves every choice of a generator one token to choose.
func plainChoices(c *oracle.Case) bool {
	in, ok := c.In.(*oracle.RNGIn)
	if !ok {
		return false
	}
	changed := false
	for i := range in.Ops {
		if len(in.Ops[i].P) > 1 {
			in.Ops[i].P, changed = oracle.F64s{1}, true
		}
	}
	return changed
}
