package sample

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
)

func TestNextReturnsATokenOrAnError(t *testing.T) {
	routes := map[string]Config{"greedy": {}, "top k": {0.6, 0.95, 2}, "top k, nucleus off": {0.6, 1, 2}, "dense": {1, 0.9, 0}}
	for name, cfg := range routes {
		t.Run(name, func(t *testing.T) {
			where := logits.WhereSoftmax
			if cfg.Temperature == 0 {
				where = logits.WhereGreedy
			}
			for _, c := range []struct {
				row  []float32
				want *logits.NumericalError
			}{
				{[]float32{0, nan, 1, 2}, &logits.NumericalError{Where: where, NaN: 1, Width: 4}},
				{[]float32{0, inf, 1, 2}, &logits.NumericalError{Where: where, Inf: 1, Width: 4}},
				{[]float32{-inf, -inf}, &logits.NumericalError{Where: where, Inf: 2, Width: 2}},
				{[]float32{-inf, 1, -inf}, nil},
			} {
				var s Sampler
				g := numpy.New(7)
				token, err := s.Next(logits.F32(c.row), nil, cfg, g)
				if c.want != nil {
					wantNumerical(t, err, *c.want)
					untouched(t, g, 7)
					continue
				}
				if err != nil || token != 1 {
					t.Errorf("masked row: token %d, %v, want the one that is left", token, err)
				}
			}
		})
	}
}

func TestOneDoublePerSampledToken(t *testing.T) {
	for _, cfg := range []Config{{0.6, 0.95, 20}, {1, 1, 1}, {1, 0.5, 0}} {
		var s Sampler
		g, ahead := numpy.New(3), numpy.New(3)
		ahead.Float64()
		if _, err := s.Next(logits.F32([]float32{1, 2, 3}), nil, cfg, g); err != nil {
			t.Fatal(err)
		}
		if g.State() != ahead.State() {
			t.Errorf("%+v: not exactly one double was drawn", cfg)
		}
	}
	g := numpy.New(3)
	var s Sampler
	if _, err := s.Next(logits.F32([]float32{1, 2}), nil, Config{}, g); err != nil {
		t.Fatal(err)
	}
	untouched(t, g, 3)
}

func TestHealthyRowWithoutMassIsTheSameError(t *testing.T) {
	row := []float32{1, 2, float32(math.Inf(-1))}
	for _, cfg := range []Config{{1e-310, 0.95, 2}, {1e-310, 1, 2}, {1e-310, 0.9, 0}} {
		var s Sampler
		g := numpy.New(1)
		_, err := s.Next(logits.F32(row), nil, cfg, g)
		wantNumerical(t, err, logits.NumericalError{Where: logits.WhereSoftmax, Inf: 1, Width: 3})
		untouched(t, g, 1)
	}
}

func TestTinyTemperatureIsRescuedByFloat64(t *testing.T) {
	// 1/T overflows float32 and the device's mass with it; the right token comes
	// from the float64 reference.
	var s Sampler
	token, err := s.Next(logits.F32([]float32{1, 2, -1}), nil, Config{1e-39, 0.95, 2}, numpy.New(1))
	if err != nil || token != 1 {
		t.Errorf("token %d, %v, want 1", token, err)
	}
}

func TestNextRefusesWhatNoProductShouldPassOn(t *testing.T) {
	row := logits.F32([]float32{1, 2, 3})
	for name, c := range map[string]struct {
		cfg Config
		p   *logits.Penalties
	}{
		"NaN temperature":        {cfg: Config{math.NaN(), 1, 0}},
		"infinite temperature":   {cfg: Config{math.Inf(1), 1, 0}},
		"negative temperature":   {cfg: Config{-1, 1, 0}},
		"NaN top_p":              {cfg: Config{1, math.NaN(), 0}},
		"top_p above 1":          {cfg: Config{1, 1.5, 0}},
		"NaN presence":           {p: &logits.Penalties{Presence: math.NaN()}},
		"frequency out of range": {p: &logits.Penalties{Frequency: -2.5}},
		"count of unknown token": {p: &logits.Penalties{Counts: []logits.Count{{ID: 3, N: 1}}}},
		"negative count":         {p: &logits.Penalties{Counts: []logits.Count{{ID: 0, N: -1}}}},
		"bias of token -1":       {p: &logits.Penalties{Overlay: []logits.Bias{{ID: -1, Value: 1}}}},
		"bias beyond float32":    {p: &logits.Penalties{Overlay: []logits.Bias{{ID: 0, Value: -1e300}}}},
		"infinite bias":          {p: &logits.Penalties{Overlay: []logits.Bias{{ID: 0, Value: math.Inf(1)}}}},
	} {
		var s Sampler
		g := numpy.New(1)
		if _, err := s.Next(row, c.p, c.cfg, g); !errors.Is(err, ErrConfig) {
			t.Errorf("%s: %v, want ErrConfig", name, err)
		}
		untouched(t, g, 1)
	}
	var s Sampler
	if _, err := s.Next(row, nil, Config{1, 1, 0}, nil); !errors.Is(err, ErrConfig) {
		t.Errorf("no stream: %v, want ErrConfig", err)
	}
	if _, err := s.Next(logits.F32(nil), nil, Config{}, numpy.New(1)); !errors.Is(err, logits.ErrWidth) {
		t.Errorf("empty row: %v, want logits.ErrWidth", err)
	}
}

func TestNothingTakesAnUncheckedRow(t *testing.T) {
	var s Sampler
	var zero logits.Checked
	if _, err := Greedy(zero); !errors.Is(err, ErrUnchecked) {
		t.Errorf("Greedy: %v", err)
	}
	if _, err := s.Sample(zero, Config{1, 1, 2}, numpy.New(1)); !errors.Is(err, ErrUnchecked) {
		t.Errorf("Sample: %v", err)
	}
	if _, err := s.HostSparse(zero, Config{1, 1, 2}); !errors.Is(err, ErrUnchecked) {
		t.Errorf("HostSparse: %v", err)
	}
	if _, err := s.Batched([]logits.Checked{zero}, Config{1, 1, 2}); !errors.Is(err, ErrUnchecked) {
		t.Errorf("Batched: %v", err)
	}
	b, err := Bind(Config{1, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Batch(&s, []logits.Checked{zero}); !errors.Is(err, ErrUnchecked) {
		t.Errorf("Bound.Batch: %v", err)
	}
}

func TestDrawsAllocateNothingInSteadyState(t *testing.T) {
	row := logits.F32(wideRow(5000))
	tied := make([]float32, 5000) // every draw takes the spill path
	p := &logits.Penalties{Presence: 1, Counts: []logits.Count{{ID: 9, N: 1}}}
	for name, c := range map[string]struct {
		cfg Config
		row logits.Row
		p   *logits.Penalties
	}{
		"greedy":            {Config{}, row, nil},
		"sampled":           {Config{0.6, 0.95, 20}, row, nil},
		"penalised":         {Config{0.6, 0.95, 20}, row, p},
		"dense":             {Config{1, 0.95, 0}, row, nil},
		"tied beyond cut":   {Config{1, 0.95, 5}, logits.F32(tied), nil},
		"tied, nucleus off": {Config{1, 1, 5}, logits.F32(tied), nil},
	} {
		var s Sampler
		g := numpy.New(1)
		if n := testing.AllocsPerRun(20, func() {
			if _, err := s.Next(c.row, c.p, c.cfg, g); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations per draw", name, n)
		}
	}
}

// TestEveryHealthyRowGivesATokenOfItsSupport: over random rows and parameters a
// sampled token has a finite logit, is among the top k, and the distribution
// adds up to one.
func TestEveryHealthyRowGivesATokenOfItsSupport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(rapid.OneOf(rapid.Float32Range(-30, 30), rapid.SampledFrom([]float32{0, 1, -inf})), 1, 150).Draw(t, "row")
		cfg := Config{
			Temperature: rapid.Float64Range(0.05, 3).Draw(t, "temperature"),
			TopP:        rapid.Float64Range(0, 1).Draw(t, "top_p"),
			TopK:        rapid.IntRange(0, 200).Draw(t, "top_k"),
		}
		seed := rapid.Uint64().Draw(t, "seed")
		var s Sampler
		g := numpy.New(seed)
		token, err := s.Next(logits.F32(row), nil, cfg, g)
		masked := true
		for _, v := range row {
			masked = masked && v == -inf
		}
		if masked {
			if !errors.Is(err, logits.ErrNumerical) || g.State() != numpy.New(seed).State() {
				t.Fatalf("masked row: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		better := 0
		for _, v := range row {
			if v > row[token] {
				better++
			}
		}
		if row[token] == -inf || cfg.TopK > 0 && better >= cfg.TopK {
			t.Fatalf("token %d with logit %v, %d better ones, top_k %d", token, row[token], better, cfg.TopK)
		}
		_, p := s.Last().Entries()
		sum := 0.0
		for _, v := range p {
			sum += v
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("mass adds up to %v", sum)
		}
	})
}

// TestBelowZeroIsGreedyOnEveryEntry: a negative temperature must not turn the
// ranking upside down, whatever top k says.
func TestBelowZeroIsGreedyOnEveryEntry(t *testing.T) {
	row := []float32{5, 4, 3, -20, -10}
	for _, cfg := range []Config{{-1, 1, 3}, {-1, 0.5, 0}, {0, 0.95, 2}} {
		c, err := logits.Check(logits.F32(row), nil, cfg.Route())
		if err != nil {
			t.Fatal(err)
		}
		var s Sampler
		if token, err := s.Sample(c, cfg, numpy.New(1)); token != 0 || err != nil {
			t.Errorf("%+v: Sample gives %d, %v", cfg, token, err)
		}
		d, err := s.HostSparse(c, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if p, _ := d.Probability(0); p != 1 {
			t.Errorf("%+v: HostSparse gives the argmax %v", cfg, p)
		}
		accepted, _, corrected, err := AcceptBlock(&s, []logits.Checked{c}, []int{0}, cfg, numpy.New(1))
		if accepted != 1 || corrected || err != nil {
			t.Errorf("%+v: AcceptBlock: %d, %v, %v", cfg, accepted, corrected, err)
		}
	}
}

// TestAVerdictServesItsOwnReader: a float16 row that its penalty breaks on the
// top-k route passes on the dense one; that verdict must not open the other door.
func TestAVerdictServesItsOwnReader(t *testing.T) {
	configs := map[logits.Route]Config{logits.Greedy: {}, logits.TopK: {1, 1, 2}, logits.Dense: {1, 1, 0}}
	var s Sampler
	for route := range configs {
		c, err := logits.Check(logits.F32([]float32{1, 2}), nil, route)
		if err != nil {
			t.Fatal(err)
		}
		for other, cfg := range configs {
			_, err := s.Distribute(c, cfg)
			if wrong := errors.Is(err, ErrRoute); wrong != (route != other) {
				t.Errorf("%v row, %v reader: %v", route, other, err)
			}
		}
		if _, err := Greedy(c); errors.Is(err, ErrRoute) != (route != logits.Greedy) {
			t.Errorf("%v row, Greedy: %v", route, err)
		}
	}
}

func TestLastIsEmptyAfterAnError(t *testing.T) {
	var s Sampler
	cfg := Config{1, 1, 0}
	c, err := logits.Check(logits.F32([]float32{1, 2}), nil, cfg.Route())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sample(c, cfg, numpy.New(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sample(c, Config{1e-310, 1, 0}, numpy.New(1)); !errors.Is(err, logits.ErrNumerical) {
		t.Fatal(err)
	}
	if d := s.Last(); d.Width() != 0 {
		t.Errorf("Last is %+v", d)
	}
}
