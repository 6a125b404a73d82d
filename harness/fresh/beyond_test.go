package fresh

import (
	"math"
	"testing"

	"rowproof/oracle"
)

func broken(r oracle.Row) bool { _, _, b := r.Census(); return b }

// behindRejection: the first token is as unlikely as can be, and a later row broken.
func behindRejection(in *oracle.PointIn) bool {
	for i, row := range in.Rows {
		if broken(row) {
			_, worst := extremes(in.Rows[0])
			return i > 0 && in.Block[0] == int64(worst)
		}
	}
	return false
}

// TestBeyondTheSharedReceipts: each thing that those lack is there in a few seeds.
func TestBeyondTheSharedReceipts(t *testing.T) {
	seen := map[string]int{}
	note := func(name string, is bool) {
		if is {
			seen[name]++
		}
	}
	everyCase(t, []uint64{1, 2, 3}, func(c *oracle.Case) {
		if cfg := configOf(c); cfg != nil {
			temperature := float64(cfg.Temperature)
			note("a temperature that overflows", temperature > math.MaxFloat32)
			note("a temperature that underflows", temperature > 0 && temperature < 1e-45)
			note("a temperature that is no number", math.IsNaN(temperature))
			note("top_k above the width", cfg.TopK > width(c))
			note("top_p that is no number", math.IsNaN(float64(cfg.TopP)))
			for _, r := range rowsOf(c) {
				for i := 0; temperature == 1e39 && i < r.Width(); i++ {
					note("T = 1e39 with +Inf", r.Value(i) == inf)
				}
			}
		}
		switch in := c.In.(type) {
		case *oracle.OrdinaryIn:
			note("a recipe row", in.Row.Recipe != nil)
			for _, b := range in.Overlay {
				v := math.Abs(float64(b.Value))
				note("a penalty that float16 cannot hold", in.Row.DType == oracle.F16 && v > 65504 && v < 1e30)
				note("a penalty that is no number", math.IsNaN(v))
			}
		case *oracle.BatchIn:
			n := 0
			for _, r := range in.Rows {
				if broken(r) {
					n++
				}
			}
			note("a batch with two broken rows among others", n == 2 && len(in.Rows) > 2)
			note("a batch of width 1", in.Rows.Width() == 1)
		case *oracle.PointIn:
			note("a broken row behind a rejection", behindRejection(in))
		case *oracle.MixedIn:
			if c.Kind[:2] != "dd" && c.Kind[:2] != "ds" {
				break
			}
			for _, p := range in.Target.All {
				note("a NaN in a dense target", math.IsNaN(p))
				note("-Inf in a dense target", math.IsInf(p, -1))
				note("+Inf in a dense target", math.IsInf(p, 1))
			}
		}
	})
	for _, name := range []string{
		"a temperature that overflows", "a temperature that underflows", "a temperature that is no number",
		"top_k above the width", "top_p that is no number", "T = 1e39 with +Inf",
		"a penalty that float16 cannot hold", "a penalty that is no number",
		"a batch with two broken rows among others", "a batch of width 1", "a broken row behind a rejection",
		"a NaN in a dense target", "-Inf in a dense target", "+Inf in a dense target",
	} {
		if seen[name] == 0 {
			t.Errorf("no case has %s", name)
		}
	}
	if n := seen["a recipe row"]; n != 9 {
		t.Errorf("%d wide rows in three seeds, want 3 each", n)
	}
	t.Log(seen)
}
