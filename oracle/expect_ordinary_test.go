package oracle_test

import (
	"testing"

	"rowproof/oracle"
)

// anyToken is a record in which the oracle drew three tokens.
func anyToken() *oracle.OrdinaryOut {
	tok, next := int64(1), oracle.F64(0.5)
	draw := oracle.Draw{Tok: &tok, Next: &next}
	return &oracle.OrdinaryOut{Draws: []oracle.Draw{draw, draw, draw}}
}

func ordinary(in oracle.OrdinaryIn) *oracle.Case {
	return &oracle.Case{Group: oracle.GroupOrdinary, Entry: oracle.EntryOrdinary, In: &in, Out: anyToken()}
}

// refused is a case whose record makes a refusal with this census and no draw: Expect
// agrees without an exception, or the census is not the law's.
func refused(in oracle.OrdinaryIn, nan, inf int) *oracle.Case {
	c := ordinary(in)
	next := oracle.Undrawn(in.RNGSeed)
	draw := oracle.Draw{Err: oracle.NonFinite(oracle.WhereSoftmax, nan, inf, in.Row.Width()), Next: &next}
	c.Out = &oracle.OrdinaryOut{Draws: []oracle.Draw{draw, draw, draw}}
	return c
}

// TestPenaltyMakesFloat16Infinite subtracts -1000 from the largest float16: the
// row is broken on the routes that add in its format, and legal on the dense
// route, which adds in float64.
func TestPenaltyMakesFloat16Infinite(t *testing.T) {
	row := f16(0x7bff, 0x3c00, 0xfc00) // 65504, 1, -Inf
	overlay := []oracle.Bias{{ID: 0, Value: -1000}}
	for _, tc := range []struct {
		name   string
		cfg    oracle.Config
		broken bool
	}{
		{"greedy", cfg(0, 1, 0), true},
		{"negative temperature", cfg(-1, 1, 0), true},
		{"top-k", cfg(1, 1, 2), true},
		{"dense", cfg(1, 1, 0), false},
		{"dense by a negative top_k", cfg(1, 1, -1), false},
	} {
		c := ordinary(oracle.OrdinaryIn{Row: row, Cfg: tc.cfg, Overlay: overlay})
		exp, err := oracle.Expect(c)
		if tc.broken != (len(classesOf(exp)) > 0 || err != nil) {
			t.Errorf("%s: %v, %v", tc.name, partsOf(exp), err)
		}
	}
}

// TestPenaltyCensus counts after penalties: NaN, the new infinity and the legal
// mask.
func TestPenaltyCensus(t *testing.T) {
	c := refused(oracle.OrdinaryIn{
		Row: f16(0x7bff, 0x3c00, 0xfc00, 0x7e00), Cfg: cfg(1, 1, 2), Overlay: []oracle.Bias{{ID: 0, Value: -1000}},
	}, 1, 2)
	exp := expect(t, c)
	want := `{"err":` + string(oracle.Canonical(oracle.NonFinite("softmax", 1, 2, 4))) + `,"next":"3fe461fd79fb3850"}`
	if got := part(exp, "draw[2]"); got != want {
		t.Errorf("draw[2] is %s, want %s", got, want)
	}
	if got := part(exp, "dist"); got != "null" {
		t.Errorf("dist is %s", got)
	}
}

// TestPenaltiesOfCounts clamps to [-2, 2], needs one that is not 0, and adds
// presence once and frequency per count.
func TestPenaltiesOfCounts(t *testing.T) {
	counts := []oracle.Count{{ID: 0, N: 10}}
	penalised := func(presence, frequency oracle.F64) oracle.Config {
		c := cfg(1, 1, 2)
		c.PresencePenalty, c.FrequencyPenalty = presence, frequency
		return c
	}
	for _, tc := range []struct {
		name   string
		cfg    oracle.Config
		broken bool
	}{
		{"none", penalised(0, 0), false},
		{"clamped presence stays below the tie", penalised(-16, 0), false},
		{"frequency crosses it", penalised(0, -1.6), true},
		{"clamped frequency crosses it", penalised(0, -9), true},
		{"presence undoes frequency", penalised(2, -1.6), false},
	} {
		// 65504 plus at least 16 rounds to infinity.
		exp, err := oracle.Expect(ordinary(oracle.OrdinaryIn{Row: f16(0x7bff, 0), Cfg: tc.cfg, TokenCounts: counts}))
		if tc.broken != (len(classesOf(exp)) > 0 || err != nil) {
			t.Errorf("%s: %v, %v", tc.name, partsOf(exp), err)
		}
	}
}

// TestPenaltyRoundsTwice finds the amount rounded to the row's format before it
// is added: 15.998 becomes 16, which takes the largest float16 to infinity; and
// penalties clamped before they are multiplied.
func TestPenaltyRoundsTwice(t *testing.T) {
	seven := []oracle.Count{{ID: 0, N: 7}}
	for _, tc := range []struct {
		name      string
		row       oracle.Row
		frequency oracle.F64
		overlay   oracle.F64
		broken    bool
	}{
		{"15.998", f16(0x7bff), 0, -15.998, true},
		{"15.99", f16(0x7bff), 0, -15.99, false},
		{"clamped from below", f16(0x7bff), -2.5, 0, false},
		{"clamped from above", f16(0xfbff), 2.5, 0, false},
		{"to -Inf alone", f16(0xfbff), 0, 16, true},
	} {
		c := cfg(1, 1, 1)
		c.FrequencyPenalty = tc.frequency
		in := oracle.OrdinaryIn{Row: tc.row, Cfg: c, TokenCounts: seven}
		if tc.overlay != 0 {
			in.Overlay = []oracle.Bias{{ID: 0, Value: tc.overlay}}
		}
		exp, err := oracle.Expect(ordinary(in))
		if broken := len(classesOf(exp)) > 0 || err != nil; broken != tc.broken {
			t.Errorf("%s: broken %t: %v", tc.name, broken, partsOf(exp))
		}
	}
}

// TestBrokenByRuleOne judges rows by the rule alone: any NaN, a +Inf, or nothing
// but -Inf.
func TestBrokenByRuleOne(t *testing.T) {
	for _, tc := range []struct {
		name     string
		row      oracle.Row
		nan, inf int // -1: not broken
	}{
		{"healthy", f32(1, 2), -1, 0},
		{"mask beside a value", f32(-inf32, 2, -inf32), -1, 0},
		{"mask alone", f32(-inf32, -inf32), 0, 2},
		{"NaN", f32(1, nan32), 1, 0},
		{"NaN under a mask", f32(-inf32, nan32), 1, 1},
		{"infinity beside a mask", f32(-inf32, inf32, 3), 0, 2},
		{"everything", f32(nan32, nan32, inf32, -inf32), 2, 2},
	} {
		in := oracle.OrdinaryIn{Row: tc.row, Cfg: cfg(1, 1, 1)}
		exp, err := oracle.Expect(ordinary(in))
		if broken := len(classesOf(exp)) > 0 || err != nil; broken != (tc.nan >= 0) {
			t.Errorf("%s: broken %t", tc.name, broken)
			continue
		}
		if tc.nan < 0 {
			continue
		}
		exp = expect(t, refused(in, tc.nan, tc.inf))
		want := `{"err":` + string(oracle.Canonical(oracle.NonFinite("softmax", tc.nan, tc.inf, tc.row.Width()))) + `,"next":"3fe461fd79fb3850"}`
		if got := part(exp, "draw[0]"); got != want {
			t.Errorf("%s: %s, want %s", tc.name, got, want)
		}
	}
}

// TestOnlyTopKWithoutNucleusIsDeclared excuses tokens from a broken row on one
// route only.
func TestOnlyTopKWithoutNucleusIsDeclared(t *testing.T) {
	for _, tc := range []struct {
		name     string
		cfg      oracle.Config
		declared bool
	}{
		{"top_p 1", cfg(1, 1, 2), true},
		{"top_p 0", cfg(1, 0, 2), true},
		{"top_p 1.5", cfg(1, 1.5, 2), true},
		{"top_p 0.95", cfg(1, 0.95, 2), false},
		{"dense", cfg(1, 1, 0), false},
		{"greedy", cfg(0, 1, 2), false},
	} {
		_, err := oracle.Expect(ordinary(oracle.OrdinaryIn{Row: f32(1, 2, nan32), Cfg: tc.cfg}))
		if declared := err == nil; declared != tc.declared {
			t.Errorf("%s: declared %t (%v)", tc.name, declared, err)
		}
	}
}

// TestATokenThatTheHoleCannotGiveIsNotExcused: with the nucleus off a NaN can go
// unseen, but +Inf, a full mask, and a row with too few numbers cannot.
func TestATokenThatTheHoleCannotGiveIsNotExcused(t *testing.T) {
	for name, tc := range map[string]struct {
		row     oracle.Row
		excused bool
	}{
		"k numbers beside a NaN":   {f32(1, nan32, 2), true},
		"fewer than k numbers":     {f32(1, nan32, nan32), false},
		"an infinity":              {f32(1, inf32, 2), false},
		"an infinity beside a NaN": {f32(nan32, inf32, 2, 3), false},
		"nothing but -Inf":         {f32(-inf32, -inf32), false},
	} {
		_, err := oracle.Expect(ordinary(oracle.OrdinaryIn{Row: tc.row, Cfg: cfg(1, 1, 2)}))
		if (err == nil) != tc.excused {
			t.Errorf("%s: %v", name, err)
		}
	}
}
