package sample

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
)

func checkAll(t *testing.T, rows ...[]float32) []logits.Checked {
	t.Helper()
	var r []logits.Row
	for _, row := range rows {
		r = append(r, logits.F32(row))
	}
	c, err := logits.CheckAll(r, nil, logits.TopK)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBatchedRowsAreTheSingleOnes(t *testing.T) {
	cfg := Config{0.7, 0.9, 3}
	rows := checkAll(t, []float32{1, 4, 2, 3}, []float32{9, -inf, 8, 7})
	var s Sampler
	b, err := s.Batched(rows, cfg)
	if err != nil || b.Rows() != 2 {
		t.Fatal(err)
	}
	dists, err := s.Distributions(rows, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range dists {
		single, err := s.Distribute(rows[i], cfg)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(single.dense(), d.dense()); diff != "" {
			t.Errorf("row %d: %s", i, diff)
		}
		for seed := range uint64(20) {
			a, errA := Draw(single, numpy.New(seed))
			c, errC := b.Draw(i, numpy.New(seed))
			if a != c || errA != nil || errC != nil {
				t.Errorf("row %d, seed %d: %d alone, %d in the batch (%v, %v)", i, seed, a, c, errA, errC)
			}
		}
	}
}

func TestOneOverflowMovesTheWholeBatchToFloat64(t *testing.T) {
	good := []float32{1, 4, 2, 3}
	huge := []float32{3e38, 1, 0, -1} // overflows when divided by the temperature
	cfg := Config{0.5, 1, 3}
	var s Sampler
	b, err := s.Batched(checkAll(t, good, huge), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if ids, p := b.Entries(1); ids[0] != 0 || p[0] != 1 || ids[1] != -1 || p[1] != 0 {
		t.Errorf("huge row: %v %v, want certainty and padding", ids, p)
	}
	want, err := s.HostSparse(checkAll(t, good)[0], cfg)
	if err != nil {
		t.Fatal(err)
	}
	ids, p := b.Entries(0)
	wantIDs, wantP := want.Entries()
	if d := cmp.Diff(wantIDs, ids); d != "" {
		t.Error(d)
	}
	for i := range p {
		if diff := p[i] - wantP[i]; diff > 1e-15 || diff < -1e-15 {
			t.Errorf("mass %v, want the float64 reference's %v", p[i], wantP[i])
		}
	}
}

func TestBatchedRoutesThatDoNotApply(t *testing.T) {
	var s Sampler
	rows := checkAll(t, []float32{1, 2})
	for _, cfg := range []Config{{0, 1, 5}, {1, 1, 0}} {
		if _, err := s.Batched(rows, cfg); !errors.Is(err, ErrRoute) {
			t.Errorf("Batched(%+v): %v, want ErrRoute", cfg, err)
		}
		if _, err := s.Distributions(rows, cfg); !errors.Is(err, ErrRoute) {
			t.Errorf("Distributions(%+v): %v, want ErrRoute", cfg, err)
		}
		if _, err := Bind(cfg); !errors.Is(err, ErrValue) {
			t.Errorf("Bind(%+v): %v, want ErrValue", cfg, err)
		}
	}
}

func TestBoundRowWithoutMassFailsTheBatch(t *testing.T) {
	b, err := Bind(Config{1e-310, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.Batch(new(Sampler), checkAll(t, []float32{1, 2}))
	wantNumerical(t, err, logits.NumericalError{Where: logits.WhereSoftmax, Width: 2})
}

func TestABatchHasRowsOfOneWidth(t *testing.T) {
	cfg := Config{1, 1, 5}
	ragged := []logits.Checked{checkAll(t, []float32{1, 2})[0], checkAll(t, []float32{1, 2, 3})[0]}
	bound, err := Bind(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var s Sampler
	for _, rows := range [][]logits.Checked{ragged, nil} {
		if _, err := s.Batched(rows, cfg); !errors.Is(err, ErrValue) {
			t.Errorf("Batched, %d rows: %v, want ErrValue", len(rows), err)
		}
		if _, err := s.Distributions(rows, cfg); !errors.Is(err, ErrValue) {
			t.Errorf("Distributions, %d rows: %v, want ErrValue", len(rows), err)
		}
		if _, err := bound.Batch(&s, rows); !errors.Is(err, ErrValue) {
			t.Errorf("Bound.Batch, %d rows: %v, want ErrValue", len(rows), err)
		}
	}
}
