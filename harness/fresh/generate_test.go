package fresh

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

// TestGenerateStays: the seed is all there is to fresh cases, on every machine.
func TestGenerateStays(t *testing.T) {
	sum := sha256.New()
	cases := 0
	for _, f := range generate(t, 7, 300) {
		if err := oracle.Write(sum, f); err != nil {
			t.Fatal(err)
		}
		cases += len(f.Cases)
	}
	if got, want := hex.EncodeToString(sum.Sum(nil)), "00e5f4739cf84b847a669ffa30806c5d5384dc9f07b24586f932dfc96dbacb91"; got != want || cases != 300 {
		t.Errorf("%d cases with sha256 %s, want 300 with %s: commit a change only if you mean it", cases, got, want)
	}
}

func TestGenerateRefuses(t *testing.T) {
	if _, err := Generate(1, 10, []string{"nonsense"}); !errors.Is(err, ErrGenerate) {
		t.Errorf("unknown group: %v", err)
	}
	if _, err := Generate(1, -1, nil); !errors.Is(err, ErrGenerate) {
		t.Errorf("negative count: %v", err)
	}
}

func TestGenerateCounts(t *testing.T) {
	want := map[string]int{}
	for _, f := range shared {
		want[f.Header.Group] = len(f.Cases)
	}
	got := map[string]int{}
	for _, f := range generate(t, 3, 0) {
		got[f.Header.Group] = len(f.Cases)
		if f.Header.Cases != len(f.Cases) || f.Header.Schema != oracle.SchemaInputs || f.Header.Seed != 3 {
			t.Errorf("%s: header %+v", f.Name, f.Header)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("count 0 is as many as shared: %s", d)
	}
	two := generate(t, 3, 9, oracle.GroupRNG, oracle.GroupNumeric)
	if len(two) != 2 || len(two[0].Cases)+len(two[1].Cases) != 9 {
		t.Errorf("two groups: %d files", len(two))
	}
	if few := generate(t, 3, 1); len(few) != 1 || len(few[0].Cases) != 1 {
		t.Errorf("one case: %d files", len(few))
	}
}

// traits are what a case has of what the shared receipts cover.
func traits(c *oracle.Case) []string {
	kind := c.Kind
	if c.Group == oracle.GroupPoint { // one kind per row, joined
		kind = ""
	}
	out := []string{"kind " + c.Entry + " " + kind, fmt.Sprintf("width %s %d", c.Entry, width(c))}
	for _, r := range rowsOf(c) {
		out = append(out, "format "+c.Entry+" "+string(r.DType))
	}
	for _, k := range c.RowsKind {
		out = append(out, "row "+c.Entry+" "+k)
	}
	switch in := c.In.(type) {
	case *oracle.UniformIn:
		out = append(out, "format "+c.Entry+" "+string(in.DT), fmt.Sprintf("shape %v", in.Shape))
	case *oracle.CategoricalIn:
		out = append(out, "form "+in.Form)
	case *oracle.DS4In:
		out = append(out, fmt.Sprintf("parameters %g %d %g %g", in.Temperature, in.TopK, in.TopP, in.MinP))
	case *oracle.SparseCtorIn:
		out = out[:1] // of any length
	}
	return out
}

// TestEverythingSharedIsCovered: a full share has the kinds, widths and formats of
// the shared receipts, whatever the seed.
func TestEverythingSharedIsCovered(t *testing.T) {
	want := map[string]bool{}
	for _, f := range shared {
		for _, c := range f.Cases {
			for _, trait := range traits(c) {
				want[trait] = true
			}
		}
	}
	for _, seed := range []uint64{0, 1, 2, 1 << 40} {
		missing := maps.Clone(want)
		everyCase(t, []uint64{seed}, func(c *oracle.Case) {
			for _, trait := range traits(c) {
				delete(missing, trait)
			}
		})
		for _, trait := range slices.Sorted(maps.Keys(missing)) {
			t.Errorf("seed %d: no case with %s", seed, trait)
		}
	}
}

// TestEveryCaseIsValid: a file can hold it, no two share an id, and with an answer it
// is a receipt whose expectation is defined. Our own answer for a record makes "as
// recorded" empty; what remains is that every refusal the law demands is made, and
// (below) that no other is.
func TestEveryCaseIsValid(t *testing.T) {
	ids := map[string]bool{}
	ctx, engine := context.Background(), inprocess.New()
	everyCase(t, []uint64{5}, func(c *oracle.Case) {
		if ids[c.ID] {
			t.Errorf("%s twice", c.ID)
		}
		ids[c.ID] = true
		raw, err := oracle.MarshalInput(c)
		if err != nil {
			t.Fatal(err)
		}
		again, err := oracle.UnmarshalInput(raw)
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		second, err := oracle.MarshalInput(again)
		if err != nil || !bytes.Equal(raw, second) {
			t.Fatalf("%s: does not read back as it was (%v)", c.ID, err)
		}
		if again.Out, err = engine.Answer(ctx, again); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		v, err := harness.Ask(ctx, engine, again)
		if err != nil || v.Outcome != harness.Equal {
			t.Errorf("%s: %s %v", c.ID, v.Problem(), err)
		}
		checkRefusals(t, again)
	})
}

// checkRefusals: a numerical refusal of a row as it stands needs a broken one.
// Penalties and temperatures that over- or underflow can take the mass of any.
func checkRefusals(t *testing.T, c *oracle.Case) {
	t.Helper()
	rows := rowsOf(c)
	if len(rows) == 0 {
		return
	}
	if in, ok := c.In.(*oracle.OrdinaryIn); ok && len(in.TokenCounts)+len(in.Overlay) > 0 {
		return
	}
	if cfg := configOf(c); cfg != nil && !(cfg.Temperature <= 0) && !slices.Contains(temperatures, cfg.Temperature) {
		return
	}
	broken := slices.ContainsFunc(rows, func(r *oracle.Row) bool { _, _, b := r.Census(); return b })
	for _, p := range c.Out.Parts() {
		if bytes.Contains(oracle.Canonical(p.Value), []byte(oracle.KindNonFinite)) && !broken {
			t.Errorf("%s: %s refused a healthy row: %s", c.ID, p.Name, oracle.Canonical(p.Value))
		}
	}
}
