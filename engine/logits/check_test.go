package logits

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/numeric"
)

var (
	inf = float32(math.Inf(1))
	nan = float32(math.NaN())
)

// must checks a row that the test knows to be healthy.
func must(t testing.TB, row Row, p *Penalties, route Route) Checked {
	t.Helper()
	c, err := Check(row, p, route)
	if err != nil {
		t.Fatalf("healthy row refused: %v", err)
	}
	return c
}

func refused(t testing.TB, row Row, p *Penalties, route Route) NumericalError {
	t.Helper()
	_, err := Check(row, p, route)
	var e *NumericalError
	if !errors.As(err, &e) || !errors.Is(err, ErrNumerical) {
		t.Fatalf("broken row: got %v, want a *NumericalError", err)
	}
	return *e
}

func TestCheckVerdicts(t *testing.T) {
	for name, c := range map[string]struct {
		row  []float32
		want int // argmax, or -1 for an error
		nan  int
		inf  int
	}{
		"plain":               {[]float32{1, 3, 2}, 1, 0, 0},
		"tie takes lowest ID": {[]float32{1, 3, 3}, 1, 0, 0},
		"signed zeros tie":    {[]float32{float32(math.Copysign(0, -1)), 0}, 0, 0, 0},
		"legal mask":          {[]float32{-inf, -5, -inf}, 1, 0, 0},
		"one logit":           {[]float32{-1e38}, 0, 0, 0},
		"NaN":                 {[]float32{1, nan, 2}, -1, 1, 0},
		"NaN first":           {[]float32{nan, 1, 2}, -1, 1, 0},
		"+Inf":                {[]float32{1, inf, 2}, -1, 0, 1},
		"nothing but -Inf":    {[]float32{-inf, -inf}, -1, 0, 2},
		"NaN among masks":     {[]float32{-inf, nan, -inf, 0}, -1, 1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			for _, route := range []Route{Greedy, TopK, Dense} {
				if c.want >= 0 {
					if got := must(t, F32(c.row), nil, route).Argmax(); got != c.want {
						t.Errorf("argmax %d, want %d", got, c.want)
					}
					continue
				}
				want := NumericalError{Where: route.where(), NaN: c.nan, Inf: c.inf, Width: len(c.row)}
				if got := refused(t, F32(c.row), nil, route); got != want {
					t.Errorf("got %+v, want %+v", got, want)
				}
			}
		})
	}
}

// TestOneFaultAnywhereIsSeen plants each fault at each place of rows whose width
// crosses the vector and block boundaries, in every dtype.
func TestOneFaultAnywhereIsSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 7, 8, 9, 16, 17, 257, blockSize - 1, blockSize, blockSize + 1, 3*blockSize + 5}).Draw(t, "width")
		at := rapid.IntRange(0, n-1).Draw(t, "at")
		fault := rapid.SampledFrom([]float32{nan, inf}).Draw(t, "fault")
		wide := make([]float32, n)
		bf, half := make([]uint16, n), make([]uint16, n)
		for i := range wide {
			wide[i] = float32(i%13) - 6
			if i == at {
				wide[i] = fault
			}
			bf[i], half[i] = numeric.F32ToBF16(wide[i]), numeric.F32ToF16(wide[i])
		}
		for _, row := range []Row{F32(wide), BF16(bf), F16(half)} {
			for _, route := range []Route{Greedy, TopK, Dense} {
				_, err := Check(row, nil, route)
				var e *NumericalError
				if !errors.As(err, &e) || e.NaN+e.Inf != 1 || e.Width != n {
					t.Fatalf("%v row, width %d, %v at %d: %v", row.dtype, n, fault, at, err)
				}
			}
		}
	})
}

// TestArgmaxIsTheFirstOfTheGreatest compares with the plainest possible loop,
// penalties included.
func TestArgmaxIsTheFirstOfTheGreatest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 8, 9, 64, blockSize, 2*blockSize + 3}).Draw(t, "width")
		seed := rapid.IntRange(0, 1<<20).Draw(t, "seed")
		row := make([]float32, n)
		for i := range row {
			row[i] = float32((i*7919+seed)%5) - 2 // few values, many ties
		}
		want := append([]float32(nil), row...)
		p := &Penalties{}
		for _, id := range rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 0, min(n, 6), rapid.ID[int]).Draw(t, "ids") {
			v := rapid.Float64Range(-3, 3).Draw(t, "bias")
			p.Overlay = append(p.Overlay, Bias{id, v})
			want[id] -= float32(v)
		}
		best := 0
		for i, v := range want {
			if v > want[best] {
				best = i
			}
		}
		c, err := Check(F32(row), p, Greedy)
		if err != nil || c.Argmax() != best {
			t.Fatalf("argmax %d, %v, want %d", c.Argmax(), err, best)
		}
	})
}

func TestHealthyRowIsReadOnce(t *testing.T) {
	values := make([]float32, 5*blockSize+1)
	for _, route := range []Route{Greedy, TopK, Dense} {
		for _, p := range []*Penalties{nil, {Overlay: []Bias{{3, 1}, {blockSize, 2}}}} {
			for _, row := range rowsOfEachDType(values...) {
				before := FullReads()
				must(t, row, p, route)
				if got := FullReads() - before; got != 1 {
					t.Errorf("healthy %v row, %v: %d full reads, want 1", row.dtype, route, got)
				}
			}
			broken := append([]float32(nil), values...)
			broken[4] = nan
			for _, row := range rowsOfEachDType(broken...) {
				before := FullReads()
				refused(t, row, p, route)
				if got := FullReads() - before; got != 2 {
					t.Errorf("broken %v row, %v: %d full reads, want 2 (verdict, census)", row.dtype, route, got)
				}
			}
		}
	}
}

func TestCheckRefusesAnEmptyRow(t *testing.T) {
	if _, err := Check(F32(nil), nil, Greedy); !errors.Is(err, ErrWidth) {
		t.Errorf("got %v, want ErrWidth", err)
	}
	if got := (Checked{}).Argmax(); got != -1 {
		t.Errorf("zero Checked has argmax %d, want -1", got)
	}
}

func TestCheckLeavesTheRowAsItIs(t *testing.T) {
	row := []float32{1, 2, 3}
	must(t, F32(row), &Penalties{Overlay: []Bias{{2, 5}}}, Greedy)
	if row[2] != 3 {
		t.Errorf("row was changed to %v", row)
	}
}

func TestHealthyCheckAllocatesNothing(t *testing.T) {
	var w Workspace
	row := F32(make([]float32, 1000))
	p := &Penalties{Presence: 1, Counts: []Count{{5, 2}, {3, 1}}, Overlay: []Bias{{7, 1}, {3, 0.5}}}
	if n := testing.AllocsPerRun(50, func() {
		if _, err := w.Check(row, p, TopK); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations per check", n)
	}
}
