package cpu

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/device"
)

// rotary is a NormRotate with its operands.
type rotary struct {
	heads, width, stride, position int
	frequencies, gain              []float32
}

func (p rotary) run(t fataler, src []float32, rows int) []float32 {
	t.Helper()
	d := New()
	dst := vector(t, d, fill(rows*p.heads*p.width))
	s := d.Begin()
	s.NormRotate(dst, vector(t, d, src), vector(t, d, p.gain), device.Rotary{
		Heads: p.heads, Width: p.width, Stride: p.stride, Frequencies: vector(t, d, p.frequencies),
		Position: p.position, Epsilon: 1e-6,
	}, rows)
	run(t, s)
	return read(t, d, dst)
}

func drawRotary(t *rapid.T) rotary {
	p := rotary{
		heads: rapid.IntRange(1, 4).Draw(t, "heads"), width: rapid.IntRange(1, 40).Draw(t, "width"),
		position: rapid.IntRange(0, 300000).Draw(t, "position"),
	}
	p.stride = p.width * rapid.IntRange(1, 2).Draw(t, "stride")
	p.gain = numbers(t, "gain", p.width)
	half := rapid.IntRange(0, p.width/2).Draw(t, "half")
	for j := range half {
		p.frequencies = append(p.frequencies, float32(math.Pow(1e7, -float64(j)/float64(half))))
	}
	return p
}

func (p rotary) reference(src []float32, rows int) []float64 {
	var want []float64
	for r := range rows {
		for h := range p.heads {
			x := rms64(src[(r*p.heads+h)*p.stride:][:p.width], 1)
			for i := range x {
				x[i] *= float64(p.gain[i])
			}
			half := len(p.frequencies)
			for j, f := range p.frequencies {
				// The angle is a float32, as the oracle's is.
				sin, cos := math.Sincos(float64(float32(p.position+r) * f))
				x[j], x[j+half] = x[j]*cos-x[j+half]*sin, x[j]*sin+x[j+half]*cos
			}
			want = append(want, x...)
		}
	}
	return want
}

func TestNormRotate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, rows := drawRotary(t), rapid.IntRange(0, 4).Draw(t, "rows")
		src := numbers(t, "src", rows*p.heads*p.stride)
		got := p.run(t, src, rows)
		want := p.reference(src, rows)
		near(t, "rotated", got, want, size(want), 3e-6)
		var alone []float32
		for r := range rows {
			one := p
			one.position += r
			alone = append(alone, one.run(t, src[r*p.heads*p.stride:], 1)...)
		}
		sameBits(t, "row by row", alone, got)
	})
}

func TestNormRotateNaNStaysInItsHead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawRotary(t)
		const rows = 3
		src := numbers(t, "src", rows*p.heads*p.stride)
		head := rapid.IntRange(0, rows*p.heads-1).Draw(t, "head")
		at := rapid.IntRange(0, p.stride-1).Draw(t, "at")
		src[head*p.stride+at] = nan
		// Between the heads of the source lies the gate, which is not of this operation.
		wantNaN(t, "rotated", p.run(t, src, rows), func(i int) bool { return i/p.width == head && at < p.width })
	})
}
