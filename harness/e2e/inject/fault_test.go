package inject

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParseSite(t *testing.T) {
	for text, want := range map[string]Site{
		"prefill":    {place: "prefill"},
		"ar:4":       {place: "ar", count: 4},
		"draft:1:0":  {place: "draft", count: 1},
		"verify:0:3": {place: "verify", within: 3},
		"copy:2:8":   {place: "copy", count: 2, within: 8},
	} {
		if got, err := ParseSite(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "prefill:0", "ar", "ar:-1", "ar:x", "draft:1", "verify:1:2:3", "bonus:1:1", "verify:1:99999999999"} {
		if _, err := ParseSite(text); !errors.Is(err, ErrFault) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestParseKind(t *testing.T) {
	if k, err := ParseKind("nan_top"); err != nil || k != NaNTop {
		t.Errorf("%s, %v", k, err)
	}
	if _, err := ParseKind("nan2"); !errors.Is(err, ErrFault) {
		t.Error(err)
	}
}

// TestKindsBreakWhatTheySay on a row whose best token is 2 and whose worst is 3; each
// of the two is there twice, and the first one counts.
func TestKindsBreakWhatTheySay(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for kind, want := range map[Kind][]float32{
		NaN:       {nan, nan, nan, nan, nan, nan},
		NaN1:      {1, 2, 5, nan, 5, -4},
		NaN0:      {nan, 2, 5, -4, 5, -4},
		NaNTop:    {1, 2, nan, -4, 5, -4},
		PosInfTop: {1, 2, inf, -4, 5, -4},
		AllNegInf: {-inf, -inf, -inf, -inf, -inf, -inf},
		OneNegInf: {1, 2, -inf, -4, 5, -4},
	} {
		row := []float32{1, 2, 5, -4, 5, -4}
		kind.breakRow(row)
		if diff := cmp.Diff(want, row, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
	wide := make([]float32, 201)
	Mask.breakRow(wide)
	finite := 0
	for i, v := range wide {
		if !math.IsInf(float64(v), -1) {
			finite++
		}
		if i == 65 && v != 0 {
			t.Errorf("token 65 has %v", v)
		}
	}
	if finite != 5 {
		t.Errorf("the mask leaves %d tokens", finite)
	}
	PosInf.breakRow(wide)
	if wide[77] != inf {
		t.Errorf("token 77 has %v", wide[77])
	}
	for kind, width := range map[Kind]int{PosInf: 77, Mask: 200, NaN: 0} {
		if err := kind.fits(width); !errors.Is(err, ErrFault) {
			t.Errorf("%s in a row of %d: %v", kind, width, err)
		}
		if err := kind.fits(201); err != nil {
			t.Error(err)
		}
	}
}
