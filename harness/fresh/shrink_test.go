package fresh

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"rowproof/oracle"
)

const plenty = 3000

// TestShrinkKeepsAPlantedFailure: whatever the case, one that fails for a NaN in a
// row at a temperature above 0 ends as that NaN alone.
func TestShrinkKeepsAPlantedFailure(t *testing.T) {
	files := generate(t, 1, 600, oracle.GroupOrdinary, oracle.GroupSparse, oracle.GroupBatched, oracle.GroupNative, oracle.GroupPoint)
	fails := func(c *oracle.Case) bool {
		cfg := configOf(c)
		return cfg != nil && cfg.Temperature > 0 && slices.ContainsFunc(rowsOf(c), func(r *oracle.Row) bool {
			nans, _, _ := r.Census()
			return nans > 0
		})
	}
	var failing []*oracle.Case
	for _, f := range files {
		for _, c := range f.Cases {
			if fails(c) {
				failing = append(failing, c)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(failing).Draw(t, "case")
		small := Shrink(context.Background(), c, fails, plenty)
		if !fails(small) {
			t.Fatalf("%s: fails no more", c.ID)
		}
		if n, w := len(rowsOf(small)), width(small); n != 1 || w != 1 {
			t.Errorf("%s: %d rows of width %d are left", c.ID, n, w)
		}
		if cfg := configOf(small); cfg.Temperature != 0.6 || cfg.TopP != 0.95 || cfg.TopK != 20 || cfg.PresencePenalty != 0 {
			t.Errorf("%s: parameters %+v are left", c.ID, *cfg)
		}
		if in, ok := small.In.(*oracle.OrdinaryIn); ok && len(in.TokenCounts)+len(in.Overlay) > 0 {
			t.Errorf("%s: penalties are left", c.ID)
		}
	})
}

// TestShrinkFindsTheEntriesThatMatter: ids move with their entries, and what has to
// stay apart stays apart.
func TestShrinkFindsTheEntriesThatMatter(t *testing.T) {
	values := make([]float32, 257)
	for i := range values {
		values[i] = float32(i)
	}
	in := &oracle.OrdinaryIn{Row: oracle.MakeRow(oracle.BF16, values), Cfg: oracle.Config{Temperature: 1.5, FrequencyPenalty: 0.37}}
	for i := range 20 {
		in.TokenCounts = append(in.TokenCounts, oracle.Count{ID: int64(10 * i), N: 7})
	}
	in.TokenCounts = append(in.TokenCounts, oracle.Count{ID: 200, N: 1000})
	c := &oracle.Case{ID: "a", Group: oracle.GroupOrdinary, Kind: "normal", Entry: oracle.EntryOrdinary, In: in}
	small := Shrink(context.Background(), c, func(c *oracle.Case) bool {
		in := c.In.(*oracle.OrdinaryIn)
		return slices.ContainsFunc(in.TokenCounts, func(n oracle.Count) bool { return n.N == 1000 && in.Row.Value(int(n.ID)) == 200 })
	}, plenty)
	got := small.In.(*oracle.OrdinaryIn)
	if len(got.TokenCounts) != 1 || got.Row.Width() != 1 || got.Row.DType != oracle.F32 || got.Cfg.FrequencyPenalty != 0 || got.Cfg.Temperature != 0.6 {
		raw, _ := oracle.MarshalInput(small)
		t.Errorf("%s", raw)
	}
	if in.Row.Width() != 257 || len(in.TokenCounts) != 21 {
		t.Error("the case itself was changed")
	}
}

// TestShrinkOfEveryGroup: with everything failing the smallest case of each form is
// reached by valid cases only, and within the budget.
func TestShrinkOfEveryGroup(t *testing.T) {
	for _, f := range generate(t, 2, 120) {
		for _, c := range f.Cases {
			calls := 0
			small := Shrink(context.Background(), c, func(c *oracle.Case) bool {
				calls++
				if c.Out != nil {
					t.Errorf("%s: the answer to another question is in it", c.ID)
				}
				raw, err := oracle.MarshalInput(c)
				if err == nil {
					_, err = oracle.UnmarshalInput(raw)
				}
				if err != nil {
					t.Errorf("%s: %v", c.ID, err)
				}
				c.Out = &oracle.SparseOut{}
				return true
			}, plenty)
			if w := width(small); w > 1 || rowCount(small) > 1 || calls >= plenty {
				raw, _ := oracle.MarshalInput(small)
				t.Errorf("%s: width %d, %d rows after %d calls: %s", c.ID, w, rowCount(small), calls, raw)
			}
			if calls > 0 && small.Out == nil {
				t.Errorf("%s: the answer of the last failure is lost", c.ID)
			}
			if small.ID != c.ID || small.Kind == "" {
				t.Errorf("%s became %s, %q", c.ID, small.ID, small.Kind)
			}
		}
	}
}

func TestShrinkStopsWhenTold(t *testing.T) {
	c := generate(t, 1, 1, oracle.GroupOrdinary)[0].Cases[0]
	calls := 0
	count := func(*oracle.Case) bool { calls++; return true }
	Shrink(context.Background(), c, count, 3)
	if calls != 3 {
		t.Errorf("%d calls, want 3", calls)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	calls = 0
	if Shrink(ended, c, count, 3); calls != 0 {
		t.Errorf("%d calls after the end", calls)
	}
}

// TestShrinkOfNothing: what no file can hold comes back as it is.
func TestShrinkOfNothing(t *testing.T) {
	c := &oracle.Case{ID: "", Group: "nonsense"}
	if Shrink(context.Background(), c, func(*oracle.Case) bool { return true }, 3) != c {
		t.Error("another case")
	}
}

// TestShrinkOnceMoreChangesNothing: the end is a fixed point.
func TestShrinkOnceMoreChangesNothing(t *testing.T) {
	for _, f := range generate(t, 4, 60) {
		for _, c := range f.Cases {
			odd := func(c *oracle.Case) bool { return width(c)%2 == width(f.Cases[0])%2 }
			if !odd(c) {
				continue
			}
			once := Shrink(context.Background(), c, odd, plenty)
			twice := Shrink(context.Background(), once, odd, plenty)
			a, _ := oracle.MarshalInput(once)
			b, _ := oracle.MarshalInput(twice)
			if !bytes.Equal(a, b) {
				t.Errorf("%s:\n%s\n%s", c.ID, a, b)
			}
		}
	}
}
