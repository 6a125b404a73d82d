package cpu

import (
	"math"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/device"
)

// recurrence is a DeltaRule over a whole sequence with its operands.
type recurrence struct {
	shape                            device.Delta
	rows                             int
	mixed, a, b, aLog, dtBias, state []float32
}

func makeRecurrence(shape device.Delta, rows int, seed func(label string) uint64) recurrence {
	p := recurrence{shape: shape, rows: rows}
	p.mixed = sequence(seed("mixed"), rows*shape.Channels())
	p.a, p.b = sequence(seed("a"), rows*shape.ValueHeads), sequence(seed("b"), rows*shape.ValueHeads)
	p.aLog, p.dtBias = sequence(seed("aLog"), shape.ValueHeads), sequence(seed("dtBias"), shape.ValueHeads)
	p.state = sequence(seed("state"), shape.StateLen())
	return p
}

func drawRecurrence(t *rapid.T) recurrence {
	heads := rapid.IntRange(1, 3).Draw(t, "key heads")
	shape := device.Delta{
		KeyHeads: heads, ValueHeads: heads * rapid.IntRange(1, 3).Draw(t, "group"),
		KeyWidth: rapid.IntRange(1, 20).Draw(t, "key width"), ValueWidth: rapid.IntRange(1, 9).Draw(t, "value width"),
	}
	return makeRecurrence(shape, rapid.IntRange(1, 8).Draw(t, "rows"), func(label string) uint64 {
		return rapid.Uint64().Draw(t, label)
	})
}

// run moves the sequence on in steps that end at the given rows.
func (p recurrence) run(t fataler, ends ...int) (dst, states []float32) {
	t.Helper()
	d := New()
	state := stateOf(t, d, p.state)
	heads, channels := p.shape.ValueHeads, p.shape.Channels()
	from := 0
	for _, to := range ends {
		n := to - from
		out, kept := vector(t, d, fill(n*heads*p.shape.ValueWidth)), vector(t, d, fill(n*len(p.state)))
		s := d.Begin()
		s.DeltaRule(out, vector(t, d, p.mixed[from*channels:to*channels]), vector(t, d, p.a[from*heads:to*heads]),
			vector(t, d, p.b[from*heads:to*heads]), vector(t, d, p.aLog), vector(t, d, p.dtBias), state, kept, p.shape, n)
		run(t, s)
		dst, states = append(dst, read(t, d, out)...), append(states, read(t, d, kept)...)
		from = to
	}
	sameBits(t, "the last capture", states[len(states)-len(p.state):], read(t, d, state))
	return dst, states
}

func (p recurrence) reference() (dst, states []float64) {
	n := p.shape
	state := make([]float64, len(p.state))
	for i, v := range p.state {
		state[i] = float64(v)
	}
	for r := range p.rows {
		mixed := p.mixed[r*n.Channels():]
		for h := range n.ValueHeads {
			first := h / (n.ValueHeads / n.KeyHeads) * n.KeyWidth
			q := rms64(mixed[first:first+n.KeyWidth], 1/float64(n.KeyWidth))
			k := rms64(mixed[n.KeyHeads*n.KeyWidth+first:][:n.KeyWidth], 1/math.Sqrt(float64(n.KeyWidth)))
			v := mixed[2*n.KeyHeads*n.KeyWidth+h*n.ValueWidth:]
			i := r*n.ValueHeads + h
			soft := math.Log1p(math.Exp(float64(p.a[i]) + float64(p.dtBias[h])))
			decay := math.Exp(-math.Exp(float64(p.aLog[h])) * soft)
			beta := 1 / (1 + math.Exp(-float64(p.b[i])))
			for j := range n.ValueWidth {
				row := state[(h*n.ValueWidth+j)*n.KeyWidth:][:n.KeyWidth]
				var known, y float64
				for c := range row {
					row[c] *= decay
					known += row[c] * k[c]
				}
				for c := range row {
					row[c] += (float64(v[j]) - known) * beta * k[c]
					y += row[c] * q[c]
				}
				dst = append(dst, y)
			}
		}
		states = append(states, state...)
	}
	return dst, states
}

func TestDeltaRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawRecurrence(t)
		dst, states := p.run(t, p.rows)
		wantDst, wantStates := p.reference()
		near(t, "dst", dst, wantDst, size(wantDst), 1e-5)
		near(t, "states", states, wantStates, size(wantStates), 1e-5)
	})
}

func TestDeltaRuleBatchIsRowByRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawRecurrence(t)
		dst, states := p.run(t, p.rows)
		for _, ends := range [][]int{steps(p.rows), {rapid.IntRange(0, p.rows).Draw(t, "split"), p.rows}} {
			d, s := p.run(t, ends...)
			sameBits(t, "rows", d, dst)
			sameBits(t, "states", s, states)
		}
	})
}

func TestDeltaRuleBitsDoNotDependOnCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	seed := uint64(0)
	p := makeRecurrence(device.Delta{KeyHeads: 2, ValueHeads: 6, KeyWidth: 65, ValueWidth: 64}, 20, func(string) uint64 {
		seed++
		return seed
	})
	dst, states := p.run(t, steps(p.rows)...)
	for _, cores := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(cores)
		d, s := p.run(t, p.rows)
		sameBits(t, "rows", d, dst)
		sameBits(t, "states", s, states)
	}
}

// TestDeltaRuleNaNReachesWhatDependsOnIt: a query spoils its row only; what goes
// into the state spoils it from its row on, and no other head.
func TestDeltaRuleNaNReachesWhatDependsOnIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawRecurrence(t)
		n := p.shape
		at := rapid.IntRange(0, p.rows-1).Draw(t, "row")
		head := rapid.IntRange(0, n.ValueHeads-1).Draw(t, "head")
		group := n.ValueHeads / n.KeyHeads
		first := head / group * n.KeyWidth
		cell := rapid.IntRange(0, n.ValueWidth-1).Draw(t, "cell")
		c := rapid.IntRange(0, n.KeyWidth-1).Draw(t, "channel")
		mixed := p.mixed[at*n.Channels():]
		var wantDst, wantState func(row, h, cell int) bool
		switch rapid.SampledFrom([]string{"query", "key", "value", "a", "b"}).Draw(t, "where") {
		case "query":
			mixed[first+c] = nan
			wantDst = func(r, h, _ int) bool { return r == at && h/group == head/group }
			wantState = func(int, int, int) bool { return false }
		case "key":
			mixed[n.KeyHeads*n.KeyWidth+first+c] = nan
			wantDst = func(r, h, _ int) bool { return r >= at && h/group == head/group }
			wantState = wantDst
		case "value":
			mixed[2*n.KeyHeads*n.KeyWidth+head*n.ValueWidth+cell] = nan
			p.b[at*n.ValueHeads+head] = -inf // a beta of zero must not hide it
			wantDst = func(r, h, j int) bool { return r >= at && h == head && j == cell }
			wantState = wantDst
		case "a":
			p.a[at*n.ValueHeads+head] = nan
			wantDst = func(r, h, _ int) bool { return r >= at && h == head }
			wantState = wantDst
		case "b":
			p.b[at*n.ValueHeads+head] = nan
			wantDst = func(r, h, _ int) bool { return r >= at && h == head }
			wantState = wantDst
		}
		dst, states := p.run(t, p.rows)
		cells := n.ValueHeads * n.ValueWidth
		place := func(want func(row, h, cell int) bool) func(int) bool {
			return func(i int) bool { return want(i/cells, i/n.ValueWidth%n.ValueHeads, i%n.ValueWidth) }
		}
		wantNaN(t, "dst", dst, place(wantDst))
		wantNaN(t, "states", states, func(i int) bool { return place(wantState)(i / n.KeyWidth) })
	})
}

func TestDeltaRuleWithoutCapturesMovesTheState(t *testing.T) {
	seed := uint64(0)
	p := makeRecurrence(device.Delta{KeyHeads: 1, ValueHeads: 2, KeyWidth: 5, ValueWidth: 3}, 4, func(string) uint64 {
		seed++
		return seed
	})
	_, states := p.run(t, p.rows)
	d := New()
	state := stateOf(t, d, p.state)
	s := d.Begin()
	s.DeltaRule(zeros(t, d, 4*6), vector(t, d, p.mixed), vector(t, d, p.a), vector(t, d, p.b),
		vector(t, d, p.aLog), vector(t, d, p.dtBias), state, nil, p.shape, p.rows)
	run(t, s)
	sameBits(t, "state", read(t, d, state), states[3*len(p.state):])
}
