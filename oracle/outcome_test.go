package oracle_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

// TestNonFiniteSpeaksLikeTheOracle makes each recorded numerical error anew and
// finds the recorded words.
func TestNonFiniteSpeaksLikeTheOracle(t *testing.T) {
	seen := 0
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				walk(item)
			}
		case object:
			if v["kind"] == oracle.KindNonFinite {
				seen++
				number := func(name string) (n int) {
					if _, err := fmt.Sscan(v[name].(json.Number).String(), &n); err != nil {
						t.Fatal(err)
					}
					return n
				}
				e := oracle.NonFinite(v["where"].(string), number("nan"), number("inf"), number("vocab"))
				if e.Msg != v["msg"] {
					t.Errorf("%q, recorded %q", e.Msg, v["msg"])
				}
			}
			for _, item := range v {
				walk(item)
			}
		}
	}
	for _, name := range realNames() {
		for _, line := range realLines(t, name)[1:] {
			walk(tree(t, []byte(line)))
		}
	}
	if seen < 1000 {
		t.Errorf("only %d numerical errors seen", seen)
	}
}

// TestDenseDistComesOut makes the record of each dense distribution anew from
// its values, where all of them are recorded.
func TestDenseDistComesOut(t *testing.T) {
	seen := 0
	for _, f := range allFiles(t) {
		for _, c := range f.Cases {
			out, ok := c.Out.(*oracle.OrdinaryOut)
			if !ok || out.Dist == nil || out.Dist.All == nil {
				continue
			}
			seen++
			if diff := cmp.Diff(out.Dist, oracle.DenseDist(*out.Dist.All)); diff != "" {
				t.Errorf("%s (-recorded +made):\n%s", c.ID, diff)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d dense distributions seen", seen)
	}
}

// TestDenseDistShortens keeps the 24 largest of more than 65 values, ties by
// id, NaN last.
func TestDenseDistShortens(t *testing.T) {
	p := make([]float64, 66)
	p[0] = math.NaN()
	p[7], p[5], p[65] = 0.25, 0.25, 0.5
	d := oracle.DenseDist(p)
	if *d.N != 66 || *d.NNZ != 3 || d.All != nil || len(d.TopIDs) != 24 || len(*d.TopP) != 24 {
		t.Fatalf("%+v", d)
	}
	if diff := cmp.Diff([]int64{65, 5, 7, 1, 2}, d.TopIDs[:5]); diff != "" {
		t.Errorf("largest (-want +got):\n%s", diff)
	}
}

// TestSparseDistComesOut makes the record of a sparse distribution.
func TestSparseDistComesOut(t *testing.T) {
	raw, err := json.Marshal(oracle.SparseDist(9, []int64{2}, []float64{1}))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"sparse","vocab":9,"ids":[2],"p":{"v":[1],"x":"3ff0000000000000"}}`
	if string(raw) != want {
		t.Errorf("%s, want %s", raw, want)
	}
}
