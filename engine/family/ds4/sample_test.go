package ds4

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/rng/ds4"
)

func floats(bits ...uint32) []float32 {
	x := make([]float32, len(bits))
	for i, b := range bits {
		x[i] = math.Float32frombits(b)
	}
	return x
}

var (
	plain = floats(0x3ff4e57d, 0x407ced35, 0x3fbd52a4, 0x3ef78a6c, 0xc032fc7e)
	low   = floats(0xf1c9f2ca, 0xf1c9f2ca, 0xf1c9f2ca, 0xf1c9f2ca, 0xf1c9f2ca)

	greedy    = Params{TopP: 1}
	listed    = Params{Temperature: 0.6, TopK: 20, TopP: 0.95}
	everyID   = Params{Temperature: 1, TopP: 1, MinP: 0.05}
	sorted    = Params{Temperature: 1, TopP: 0.9}
	fewListed = Params{Temperature: 0.8, TopK: 5, TopP: 1, MinP: 0.1}
)

// Rows of five from the receipts: each case names its own.
func TestSampleAsRecorded(t *testing.T) {
	for _, c := range []struct {
		id     string
		row    []float32
		params Params
		state  ds4.State
		tokens [3]int
		states [3]ds4.State
	}{
		{"ds4-0091", plain, listed, 0x4d8706819b7695b2, [3]int{1, 0, 1}, [3]ds4.State{0xae6500a189cf3453, 0x4d6849a96ede9cb8, 0x16840fcd86c988bb}},
		{"ds4-0092", plain, everyID, 0x50ae4090dbe30361, [3]int{1, 0, 1}, [3]ds4.State{0xb90e9719513c5c9f, 0x59445565bc23e288, 0x1895316294de0c86}},
		{"ds4-0093", plain, sorted, 0x616186e2798e075c, [3]int{1, 1, 0}, [3]ds4.State{0x9548c3d7c6b1e711, 0x22b60c47b30c0473, 0x6c5ac9439a2e1d71}},
		{"ds4-0094", plain, fewListed, 0, [3]int{1, 1, 1}, [3]ds4.State{0x03f721dffe39b342, 0x5830920757d41153, 0x44da53dec8eb16d8}},
		{"ds4-0113", append([]float32{posInf}, plain[1:]...), sorted, 0x7a21a189a371bd06, [3]int{1, 2, 1}, [3]ds4.State{0x5d51d48c2bd11aed, 0x7f9226d169577c2f, 0x999d5c3287ea6d6e}},
		// Below the floor the list of candidates still draws, the whole
		// vocabulary falls back to 0.
		{"ds4-0131", low, listed, 0x7b4989dac04b4bba, [3]int{2, 4, 4}, [3]ds4.State{0xfff5f3c3bf593486, 0xc6fcc90676fbe2c0, 0x533d9fda7d2f777d}},
		{"ds4-0132", low, everyID, 0x2b3ece77e0640bdb, [3]int{}, [3]ds4.State{0x2b3ece77e0640bdb, 0x2b3ece77e0640bdb, 0x2b3ece77e0640bdb}},
		{"ds4-0133", low, sorted, 0x3180632e11783286, [3]int{}, [3]ds4.State{0x3180632e11783286, 0x3180632e11783286, 0x3180632e11783286}},
	} {
		s := c.state
		for i, want := range c.tokens {
			if got := Sample(c.row, c.params, &s); got != want || s != c.states[i] {
				t.Errorf("%s, draw %d: token %d and state %016x, want %d and %016x", c.id, i, got, uint64(s), want, uint64(c.states[i]))
			}
		}
	}
}

func TestFallbacksDoNotDraw(t *testing.T) {
	for _, c := range []struct {
		name   string
		row    []float32
		params Params
		want   int
	}{
		{"greedy", []float32{1, 3, 2}, greedy, 1},
		{"negative temperature", []float32{1, 3, 2}, Params{Temperature: -1, TopK: 2}, 1},
		{"empty", nil, listed, 0},
		{"all NaN", []float32{nan, nan}, listed, 0},
		{"all NaN, everything", []float32{nan, nan}, everyID, 0},
		{"all -Inf", []float32{negInf, negInf}, sorted, 0},
		{"+Inf and nothing finite", []float32{nan, posInf}, listed, 1},
		{"NaN temperature, listed", []float32{1, 3, 2}, Params{Temperature: nan, TopK: 2}, 1},
		{"NaN temperature, everything", []float32{1, 3, 2}, Params{Temperature: nan, TopP: 1}, 1},
		{"NaN temperature, sorted", []float32{1, 3, 2}, Params{Temperature: nan, TopP: 0.5}, 1},
		{"min_p above every mass", []float32{1, 3, 2}, Params{Temperature: 1, TopP: 1, MinP: 1.5}, 1},
	} {
		s := ds4.State(99)
		if got := Sample(c.row, c.params, &s); got != c.want || s != 99 {
			t.Errorf("%s: token %d and state %d, want %d and no draw", c.name, got, s, c.want)
		}
	}
}

func TestMinPKeepsTheBestCandidate(t *testing.T) {
	for _, p := range []Params{{Temperature: 1, TopK: 3, TopP: 1, MinP: 1.5}, {Temperature: 1, TopP: 0.9, MinP: 1.5}} {
		for state := range ds4.State(50) {
			s := state
			if got := Sample([]float32{1, 3, 2}, p, &s); got != 1 || s == state {
				t.Fatalf("%+v: token %d, drawn %v", p, got, s != state)
			}
		}
	}
}

// Whatever the bits, there is a token of the row, at most one draw, and where
// there was a draw a finite winner, if the row has a finite value above the
// floor.
func TestSampleAlwaysGivesAnID(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := floats(rapid.SliceOfN(rapid.Uint32(), 1, 20).Draw(t, "row")...)
		p := Params{
			Temperature: rapid.SampledFrom([]float32{-1, 0, 1e-30, 0.6, 1, 1e30, posInf, nan}).Draw(t, "temperature"),
			TopK:        rapid.IntRange(-1, 2000).Draw(t, "top_k"),
			TopP:        rapid.SampledFrom([]float32{-1, 0, 1e-6, 0.5, 1, 2, nan}).Draw(t, "top_p"),
			MinP:        rapid.SampledFrom([]float32{-1, 0, 0.1, 1, 2, nan}).Draw(t, "min_p"),
		}
		before := ds4.State(rapid.Uint64Min(1).Draw(t, "state"))
		once := before
		once.Uint64()
		after := before
		id := Sample(row, p, &after)
		if id < 0 || id >= len(row) {
			t.Fatalf("token %d of a row of %d", id, len(row))
		}
		switch after {
		case before:
		case once:
			if _, top, _ := peak(row); top > floor && !finite(row[id]) {
				t.Fatalf("drew %v", row[id])
			}
		default:
			t.Fatal("more than one draw")
		}
	})
}
