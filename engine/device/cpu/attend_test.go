package cpu

import (
	"math"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/device"
)

// attention is an Attend over a whole sequence with its operands.
type attention struct {
	shape                       device.Attention
	rows                        int // of the sequence
	queries, gate, keys, values []float32
}

func drawAttention(t *rapid.T) attention {
	kv := rapid.IntRange(1, 3).Draw(t, "kv heads")
	p := attention{rows: rapid.IntRange(1, 12).Draw(t, "rows")}
	p.shape = device.Attention{Heads: kv * rapid.IntRange(1, 3).Draw(t, "group"), KVHeads: kv, Width: rapid.IntRange(1, 20).Draw(t, "width")}
	n := p.rows * p.shape.Heads * p.shape.Width
	p.queries, p.gate = numbers(t, "queries", n), numbers(t, "gate", 2*n)
	m := p.rows * kv * p.shape.Width
	p.keys, p.values = numbers(t, "keys", m), numbers(t, "values", m)
	return p
}

// run attends with rows from..to-1 in one step; later rows of the cache hold
// what they will hold, as after a rollback.
func (p attention) run(t fataler, from, to int) []float32 {
	t.Helper()
	d := New()
	width := p.shape.Heads * p.shape.Width
	dst := vector(t, d, fill((to-from)*width))
	shape := p.shape
	shape.Past = from
	s := d.Begin()
	s.Attend(dst, vector(t, d, p.queries[from*width:to*width]), vector(t, d, p.gate[2*from*width:2*to*width]),
		vector(t, d, p.keys), vector(t, d, p.values), shape, to-from)
	run(t, s)
	return read(t, d, dst)
}

func (p attention) reference() []float64 {
	heads, width := p.shape.Heads, p.shape.Width
	want := make([]float64, p.rows*heads*width)
	for r := range p.rows {
		for h := range heads {
			i := r*heads + h
			cache := func(x []float32, t, c int) float64 {
				return float64(x[(t*p.shape.KVHeads+h/(heads/p.shape.KVHeads))*width+c])
			}
			var total float64
			for t := range r + 1 {
				var score float64
				for c := range width {
					score += float64(p.queries[i*width+c]) * cache(p.keys, t, c)
				}
				e := math.Exp(score / math.Sqrt(float64(width)))
				total += e
				for c := range width {
					want[i*width+c] += e * cache(p.values, t, c)
				}
			}
			for c := range width {
				want[i*width+c] /= total * (1 + math.Exp(-float64(p.gate[(2*i+1)*width+c])))
			}
		}
	}
	return want
}

func TestAttend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawAttention(t)
		want := p.reference()
		near(t, "attention", p.run(t, 0, p.rows), want, size(want), 5e-6)
	})
}

func TestAttendBatchIsRowByRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawAttention(t)
		batch := p.run(t, 0, p.rows)
		var alone []float32
		for r := range p.rows {
			alone = append(alone, p.run(t, r, r+1)...)
		}
		sameBits(t, "row by row", alone, batch)
		at := rapid.IntRange(0, p.rows).Draw(t, "split")
		sameBits(t, "split", append(p.run(t, 0, at), p.run(t, at, p.rows)...), batch)
	})
}

func TestAttendBitsDoNotDependOnCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	p := attention{shape: device.Attention{Heads: 6, KVHeads: 2, Width: 33}, rows: 80}
	n, m := p.rows*6*33, p.rows*2*33
	p.queries, p.gate, p.keys, p.values = sequence(1, n), sequence(2, 2*n), sequence(3, m), sequence(4, m)
	var alone []float32
	for r := range p.rows {
		alone = append(alone, p.run(t, r, r+1)...)
	}
	for _, cores := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(cores)
		sameBits(t, "batch", p.run(t, 0, p.rows), alone)
	}
}

// TestAttendNaNReachesWhatDependsOnIt: from its row on, in the heads that read
// it, and nowhere before it, although the whole cache is there.
func TestAttendNaNReachesWhatDependsOnIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawAttention(t)
		heads, kv, width := p.shape.Heads, p.shape.KVHeads, p.shape.Width
		draw := func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(t, what) }
		group := func(i int) int { return i / width % heads / (heads / kv) }
		row := func(i int) int { return i / width / heads }
		var want func(i int) bool
		switch rapid.SampledFrom([]string{"query", "gate", "unused half", "key", "value"}).Draw(t, "where") {
		case "query":
			at := draw("at", len(p.queries))
			p.queries[at] = nan
			want = func(i int) bool { return i/width == at/width }
		case "gate":
			at := draw("at", len(p.queries))
			p.gate[(2*(at/width)+1)*width+at%width] = nan
			want = func(i int) bool { return i == at }
		case "unused half":
			at := draw("at", len(p.queries))
			p.gate[2*(at/width)*width+at%width] = nan
			want = func(int) bool { return false }
		case "key":
			at := draw("at", len(p.keys))
			p.keys[at] = nan
			want = func(i int) bool { return row(i) >= at/width/kv && group(i) == at/width%kv }
		case "value":
			at := draw("at", len(p.values))
			p.values[at] = nan
			want = func(i int) bool {
				return row(i) >= at/width/kv && group(i) == at/width%kv && i%width == at%width
			}
		}
		wantNaN(t, "attention", p.run(t, 0, p.rows), want)
	})
}

// TestAttendWithoutWeightStillReads: a weight that underflows to zero does not
// hide an infinity behind it.
func TestAttendWithoutWeightStillReads(t *testing.T) {
	p := attention{
		shape: device.Attention{Heads: 1, KVHeads: 1, Width: 1}, rows: 2,
		queries: []float32{1, 1}, gate: []float32{0, 0, 0, 0}, keys: []float32{-1000, 1000}, values: []float32{inf, 1},
	}
	got := p.run(t, 0, 2)
	sameBits(t, "attention", got, []float32{inf, nan})
}
