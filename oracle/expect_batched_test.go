package oracle_test

import (
	"math"
	"testing"

	"rowproof/oracle"
)

func batch(entry string, rows oracle.Rows, c oracle.Config, out oracle.BatchOut) *oracle.Case {
	return &oracle.Case{Group: oracle.GroupBatched, Entry: entry, In: &oracle.BatchIn{Rows: rows, Cfg: c}, Out: &out}
}

// answered is a record in which the oracle gave tokens for two rows.
func answered() oracle.BatchOut {
	tok, next := int64(1), oracle.F64(0.5)
	draw := oracle.Draw{Tok: &tok, Next: &next}
	return oracle.BatchOut{IDs: [][]int64{{1}, {1}}, P: []oracle.F64s{{1}, {1}}, Draws: []oracle.Draw{draw, draw}}
}

// TestBatchParametersComeFirst lets a route that does not apply, or refuses its
// parameters, say so on broken rows too.
func TestBatchParametersComeFirst(t *testing.T) {
	rows := oracle.Rows{f32(nan32, 1), f32(1, 2)}
	valueError := oracle.BatchOut{Err: &oracle.Err{Kind: oracle.KindValue, Msg: "in the oracle's words"}}
	for _, c := range []oracle.Config{cfg(0, 1, 2), cfg(1, 1, 0), cfg(1, 1, -1), cfg(-1, 1, 5)} {
		for _, entry := range []string{oracle.EntryBatched, oracle.EntrySparseRows} {
			exp := expect(t, batch(entry, rows, c, oracle.BatchOut{None: true}))
			if got := part(exp, "call"); got != `{"none":true}` {
				t.Errorf("%s: %s", entry, got)
			}
		}
		exp := expect(t, batch(oracle.EntryBind, rows, c, valueError))
		if got := part(exp, "call"); got != `{"err":{"kind":"ValueError"}}` {
			t.Errorf("bind: %s", got)
		}
	}
}

// TestBatchRefusesWithItsFirstBrokenRow takes the census of the first broken row
// in the given order, in either order, and makes no draw.
func TestBatchRefusesWithItsFirstBrokenRow(t *testing.T) {
	healthy, one, two := f32(1, 2, 3), f32(1, nan32, 3), f32(nan32, nan32, 0)
	for _, tc := range []struct {
		rows     oracle.Rows
		nan, inf int
	}{
		{oracle.Rows{healthy, one, two}, 1, 0},
		{oracle.Rows{two, one, healthy}, 2, 0},
	} {
		exp := expect(t, batch(oracle.EntryBatched, tc.rows, cfg(1, 1, 1), answered()))
		want := refusal(oracle.WhereSoftmax, tc.nan, tc.inf, 3)
		if got := part(exp, "call"); got != want || len(exp.Parts) != 1 || !classesOf(exp)[oracle.ClassBatchNeighbour] {
			t.Errorf("%v, want %s alone", partsOf(exp), want)
		}
	}
}

// TestBatchRecordMayNameALaterRow excuses a record that came past the first
// broken row and refused a later one, and no other census.
func TestBatchRecordMayNameALaterRow(t *testing.T) {
	rows := oracle.Rows{f32(1, nan32, 3), f32(inf32, 1, 1)}
	later := oracle.BatchOut{Err: oracle.NonFinite("softmax", 0, 1, 3)}
	if exp := expect(t, batch(oracle.EntrySparseRows, rows, cfg(1, 1, 1), later)); !classesOf(exp)[oracle.ClassBatchNeighbour] {
		t.Errorf("%v", partsOf(exp))
	}
	if exp, err := oracle.Expect(batch(oracle.EntrySparseRows, rows, cfg(1, 0.9, 1), later)); err == nil {
		t.Errorf("with top_p on, which reads whole rows: %v", partsOf(exp))
	}
}

// TestBoundRouteMakesTheSameRefusal takes its bare floating-point error for our
// numerical error, census computed, and no exception.
func TestBoundRouteMakesTheSameRefusal(t *testing.T) {
	bare := oracle.BatchOut{Err: &oracle.Err{Kind: oracle.KindFloatingPoint, Msg: "fixed batched top-k"}}
	for _, tc := range []struct {
		name     string
		rows     oracle.Rows
		cfg      oracle.Config
		nan, inf int
	}{
		{"broken second row", oracle.Rows{f32(1, 2), f32(nan32, -inf32)}, cfg(1, 1, 1), 1, 1},
		{"no mass left", oracle.Rows{f32(0, -inf32), f32(3e38, 1)}, cfg(1e-300, 1, 1), 0, 0},
		{"temperature that is no number", oracle.Rows{f32(0, -inf32), f32(1, 1)}, cfg(math.NaN(), 1, 1), 0, 1},
	} {
		exp := expect(t, batch(oracle.EntryBind, tc.rows, tc.cfg, bare))
		want := refusal(oracle.WhereSoftmax, tc.nan, tc.inf, 2)
		if got := part(exp, "call"); got != want || len(classesOf(exp)) > 0 {
			t.Errorf("%s: %v, want %s without exception", tc.name, partsOf(exp), want)
		}
	}
}

// TestBareErrorNeedsAReason takes a floating-point error for a refusal of the
// bound route alone, and on healthy rows with mass leaves it as recorded, for an
// engine's answer to contradict.
func TestBareErrorNeedsAReason(t *testing.T) {
	bare := oracle.BatchOut{Err: &oracle.Err{Kind: oracle.KindFloatingPoint}}
	if exp, err := oracle.Expect(batch(oracle.EntryBatched, oracle.Rows{f32(1, nan32)}, cfg(1, 0.9, 1), bare)); err == nil {
		t.Errorf("batched route: %v", partsOf(exp))
	}
	exp := expect(t, batch(oracle.EntryBind, oracle.Rows{f32(1, 2)}, cfg(1, 1, 1), bare))
	if got := part(exp, "call"); got != `{"err":{"kind":"FloatingPointError"}}` {
		t.Errorf("bound route, healthy rows: %s", got)
	}
}
