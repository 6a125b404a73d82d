//go:build goexperiment.simd && amd64

package numeric

import (
	"math"
	"math/bits"
	"simd/archsimd"
)

// vectors says whether this CPU runs the loops below.
var vectors = archsimd.X86.AVX2() && archsimd.X86.FMA()

const lanes = 8

func load(x []float32) archsimd.Float32x8 {
	return archsimd.LoadFloat32x8((*[lanes]float32)(x))
}

func peakVector(x []float32) (top float32, nan bool) {
	low := archsimd.BroadcastFloat32x8(float32(math.Inf(-1)))
	// Four accumulators hide the latency of the maximum. MAXPS returns its second
	// operand when either is NaN, so the accumulator goes second and a NaN never
	// displaces it; the NaN itself is remembered on the side.
	a, b, c, d := low, low, low, low
	bad := archsimd.BroadcastInt32x8(0)
	for len(x) >= 4*lanes {
		v := (*[4 * lanes]float32)(x)
		p, q := load(v[:]), load(v[lanes:])
		r, s := load(v[2*lanes:]), load(v[3*lanes:])
		a, b, c, d = p.Max(a), q.Max(b), r.Max(c), s.Max(d)
		// The four masks meet before the accumulator: a shorter chain.
		pq := p.IsNaN().ToInt32x8().Or(q.IsNaN().ToInt32x8())
		rs := r.IsNaN().ToInt32x8().Or(s.IsNaN().ToInt32x8())
		bad = bad.Or(pq.Or(rs))
		x = x[4*lanes:]
	}
	for len(x) >= lanes {
		v := load(x)
		a = v.Max(a)
		bad = bad.Or(v.IsNaN().ToInt32x8())
		x = x[lanes:]
	}
	var peaks [lanes]float32
	var marks [lanes]int32
	a.Max(b).Max(c.Max(d)).Store(&peaks)
	bad.Store(&marks)
	archsimd.ClearAVXUpperBits()
	top, nan = peakPortable(x)
	for i, v := range peaks {
		if v > top {
			top = v
		}
		nan = nan || marks[i] != 0
	}
	return top, nan
}

func expSubVector(dst, x []float32, m float32) {
	var (
		shift = archsimd.BroadcastFloat32x8(m)
		log2e = archsimd.BroadcastFloat32x8(exp32Log2E)
		half  = archsimd.BroadcastFloat32x8(0.5)
		one   = archsimd.BroadcastFloat32x8(1)
		c5    = archsimd.BroadcastFloat32x8(exp32C5)
		c4    = archsimd.BroadcastFloat32x8(exp32C4)
		c3    = archsimd.BroadcastFloat32x8(exp32C3)
		c2    = archsimd.BroadcastFloat32x8(exp32C2)
		c1    = archsimd.BroadcastFloat32x8(exp32C1)
		c0    = archsimd.BroadcastFloat32x8(exp32C0)
		bias  = archsimd.BroadcastInt32x8(127)
		top   = archsimd.BroadcastFloat32x8(exp32Limit)
		floor = archsimd.BroadcastFloat32x8(-exp32Limit)
	)
	i := 0
	for ; i+lanes <= len(x); i += lanes {
		d := load(x[i:]).Sub(shift)
		if d.LessEqual(top).ToBits() != 0xff {
			// Overflow or NaN: cannot happen when m is the row's maximum.
			expSubPortable(dst[i:i+lanes], x[i:i+lanes], m)
			continue
		}
		// Masked tokens are common, so underflow stays in the vector.
		alive := d.GreaterEqual(floor)
		y := d.Max(floor).Mul(log2e)
		// Half-up rounding from floor: the fraction is exact for |y| < 2^23
		// except next to 1, where it rounds to 1 and belongs up anyway.
		n := y.Floor()
		up := y.Sub(n).GreaterEqual(half)
		n = n.Add(one.Masked(up))
		f := y.Sub(n)
		p := f.MulAdd(c5, c4)
		p = f.MulAdd(p, c3)
		p = f.MulAdd(p, c2)
		p = f.MulAdd(p, c1)
		p = f.MulAdd(p, c0)
		p = f.MulAdd(p, one)
		scale := n.ConvertToInt32().Add(bias).ShiftAllLeft(23).AsFloat32x8()
		p.Mul(scale).Masked(alive).Store((*[lanes]float32)(dst[i:]))
	}
	archsimd.ClearAVXUpperBits()
	expSubPortable(dst[i:], x[i:], m)
}

func scaleVector(dst, x []float32, f float32) {
	factor := archsimd.BroadcastFloat32x8(f)
	i := 0
	for ; i+lanes <= len(x); i += lanes {
		load(x[i:]).Mul(factor).Store((*[lanes]float32)(dst[i:]))
	}
	archsimd.ClearAVXUpperBits()
	scalePortable(dst[i:], x[i:], f)
}

func nextAboveVector(x []float32, floor float32) int {
	limit := archsimd.BroadcastFloat32x8(floor)
	i := 0
	for ; i+lanes <= len(x); i += lanes {
		if above := load(x[i:]).Greater(limit).ToBits(); above != 0 {
			archsimd.ClearAVXUpperBits()
			return i + bits.TrailingZeros8(above)
		}
	}
	archsimd.ClearAVXUpperBits()
	if j := nextAbovePortable(x[i:], floor); j >= 0 {
		return i + j
	}
	return -1
}
