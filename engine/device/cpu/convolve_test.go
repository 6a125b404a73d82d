package cpu

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// convolution is a Convolve over a whole sequence with its operands.
type convolution struct {
	channels, kernel, rows int
	taps, past, src        []float32
}

func drawConvolution(t *rapid.T) convolution {
	p := convolution{
		channels: rapid.IntRange(1, 20).Draw(t, "channels"), kernel: rapid.IntRange(1, 5).Draw(t, "kernel"),
		rows: rapid.IntRange(1, 9).Draw(t, "rows"),
	}
	p.taps, p.past = numbers(t, "taps", p.channels*p.kernel), numbers(t, "past", p.channels*(p.kernel-1))
	p.src = numbers(t, "src", p.rows*p.channels)
	return p
}

// run convolves the sequence in steps that end at the given rows.
func (p convolution) run(t fataler, ends ...int) (dst, states []float32) {
	t.Helper()
	d := New()
	state := stateOf(t, d, p.past)
	from := 0
	for _, to := range ends {
		n := to - from
		out, kept := vector(t, d, fill(n*p.channels)), vector(t, d, fill(n*len(p.past)))
		s := d.Begin()
		s.Convolve(out, vector(t, d, p.src[from*p.channels:to*p.channels]), vector(t, d, p.taps), state, kept, n)
		run(t, s)
		dst, states = append(dst, read(t, d, out)...), append(states, read(t, d, kept)...)
		from = to
	}
	if n := len(states) - len(p.past); n >= 0 {
		sameBits(t, "the last capture", states[n:], read(t, d, state))
	}
	return dst, states
}

func steps(n int) []int {
	ends := make([]int, n)
	for i := range ends {
		ends[i] = i + 1
	}
	return ends
}

func TestConvolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawConvolution(t)
		got, states := p.run(t, p.rows)
		sequence := append(append([]float32(nil), p.past...), p.src...)
		want := make([]float64, p.rows*p.channels)
		for i := range want {
			var sum float64
			for k := range p.kernel {
				sum += float64(p.taps[i%p.channels*p.kernel+k]) * float64(sequence[i+k*p.channels])
			}
			want[i] = sum / (1 + math.Exp(-sum))
		}
		near(t, "convolution", got, want, size(want), 2e-6)
		for r := range p.rows {
			sameBits(t, "state after a row", states[r*len(p.past):(r+1)*len(p.past)], sequence[(r+1)*p.channels:][:len(p.past)])
		}
	})
}

func TestConvolveBatchIsRowByRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawConvolution(t)
		dst, states := p.run(t, p.rows)
		for _, ends := range [][]int{steps(p.rows), {rapid.IntRange(0, p.rows).Draw(t, "split"), p.rows}} {
			d, s := p.run(t, ends...)
			sameBits(t, "rows", d, dst)
			sameBits(t, "states", s, states)
		}
	})
}

func TestConvolveNaNReachesWhatDependsOnIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawConvolution(t)
		clear(p.taps) // a tap of zero must not hide it
		at := rapid.IntRange(0, len(p.src)-1).Draw(t, "at")
		p.src[at] = nan
		got, _ := p.run(t, p.rows)
		wantNaN(t, "convolution", got, func(i int) bool {
			return i%p.channels == at%p.channels && i >= at && i < at+p.kernel*p.channels
		})
	})
}

func TestConvolveWithoutCapturesMovesTheState(t *testing.T) {
	d := New()
	state := stateOf(t, d, []float32{1, 2})
	dst := zeros(t, d, 1)
	s := d.Begin()
	s.Convolve(dst, vector(t, d, []float32{3}), vector(t, d, []float32{0, 0, 0}), state, nil, 1)
	run(t, s)
	sameBits(t, "state", read(t, d, state), []float32{2, 3})
}
