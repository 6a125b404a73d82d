package inject

import (
	"slices"
	"testing"

	"rowproof/engine/model"
)

// forward is one forward of a generation and how many rows it has.
type forward struct {
	kind model.Kind
	rows int
}

// history is a generation in the batched lane: a prompt in two forwards, a copied block
// that is rolled back, and three cycles, of which the first two are repaired.
var history = []forward{
	{model.Prefill, 0},
	{model.Prefill, 1}, // 1
	{model.Copy, 9},    // 2
	{model.Repair, 1},  // 3: of the block: a step like any other
	{model.Draft, 1},   // 4
	{model.Draft, 1},   // 5
	{model.Verify, 3},  // 6
	{model.Repair, 2},  // 7
	{model.Draft, 1},   // 8
	{model.Draft, 1},   // 9
	{model.Verify, 3},  // 10
	{model.Repair, 1},  // 11
	{model.Copy, 9},    // 12: kept whole
	{model.Draft, 1},   // 13
	{model.Verify, 2},  // 14
	{model.Repair, 2},  // 15
}

// hit is a forward that was broken, and its row.
type hit struct{ at, row int }

func hitsOf(t *testing.T, site string, sticky bool, forwards []forward) []hit {
	t.Helper()
	s, err := ParseSite(site)
	if err != nil {
		t.Fatal(err)
	}
	c := counter{fault: Fault{Site: s, Sticky: sticky}}
	var hits []hit
	for i, f := range forwards {
		row := none
		if f.kind == model.Draft {
			if c.draft() {
				row = 0
			}
		} else {
			row = c.trunk(f.kind, f.rows)
		}
		if row != none {
			hits = append(hits, hit{i, row})
		}
	}
	return hits
}

func TestSitesAreCountedAsInTheReceipts(t *testing.T) {
	for _, tc := range []struct {
		site   string
		sticky bool
		want   []hit
	}{
		{"prefill", false, []hit{{1, 0}}},
		{"prefill", true, []hit{{1, 0}}}, // only windows arm a sticky fault
		{"ar:0", false, []hit{{3, 0}}},
		{"ar:1", false, nil},
		{"draft:0:0", false, []hit{{4, 0}}},
		{"draft:1:1", false, []hit{{9, 0}}},
		{"draft:2:0", false, []hit{{13, 0}}},
		{"draft:2:1", false, nil},
		{"verify:0:2", false, []hit{{6, 2}}},
		{"verify:0:3", false, nil}, // the window has three rows
		{"verify:1:0", false, []hit{{10, 0}}},
		{"verify:1:0", true, []hit{{10, 0}, {11, 0}, {15, 1}}},
		{"verify:3:0", true, nil},
		{"copy:0:8", false, []hit{{2, 8}}},
		{"copy:0:0", true, []hit{{2, 0}, {7, 1}, {11, 0}, {15, 1}}}, // not 3
		{"copy:1:4", true, []hit{{12, 4}, {15, 1}}},
	} {
		if got := hitsOf(t, tc.site, tc.sticky, history); !slices.Equal(got, tc.want) {
			t.Errorf("%s, sticky %t: %v, want %v", tc.site, tc.sticky, got, tc.want)
		}
	}
}

func TestPlainDecodingCountsSteps(t *testing.T) {
	forwards := []forward{{model.Prefill, 0}, {model.Prefill, 1}, {model.Decode, 1}, {model.Decode, 1}, {model.Decode, 1}}
	if got := hitsOf(t, "ar:2", false, forwards); !slices.Equal(got, []hit{{4, 0}}) {
		t.Errorf("%v", got)
	}
}
