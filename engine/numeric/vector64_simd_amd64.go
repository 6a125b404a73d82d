//go:build goexperiment.simd && amd64

package numeric

import (
	"math"
	"simd/archsimd"
)

const lanes64 = 4

func load64(x []float64) archsimd.Float64x4 {
	return archsimd.LoadFloat64x4((*[lanes64]float64)(x))
}

func divPeak64Vector(x []float64, d float64) float64 {
	divisor := archsimd.BroadcastFloat64x4(d)
	best := archsimd.BroadcastFloat64x4(math.Inf(-1))
	for len(x) >= lanes64 {
		q := load64(x).Div(divisor)
		q.Store((*[lanes64]float64)(x))
		// The accumulator goes second: it is what MAXPD keeps beside a NaN.
		best = q.Max(best)
		x = x[lanes64:]
	}
	var tops [lanes64]float64
	best.Store(&tops)
	archsimd.ClearAVXUpperBits()
	top := divPeak64Portable(x, d)
	for _, v := range tops {
		if v > top {
			top = v
		}
	}
	return top
}

func expSub64Vector(x []float64, m float64) {
	var (
		shift   = archsimd.BroadcastFloat64x4(m)
		limit   = archsimd.BroadcastFloat64x4(512)
		floor   = archsimd.BroadcastFloat64x4(-512)
		magic   = archsimd.BroadcastFloat64x4(exp64Shift)
		inverse = archsimd.BroadcastFloat64x4(exp64InvLn2N)
		hi      = archsimd.BroadcastFloat64x4(-exp64Ln2HiN)
		lo      = archsimd.BroadcastFloat64x4(-exp64Ln2LoN)
		c2      = archsimd.BroadcastFloat64x4(exp64C2)
		c3      = archsimd.BroadcastFloat64x4(exp64C3)
		c4      = archsimd.BroadcastFloat64x4(exp64C4)
		c5      = archsimd.BroadcastFloat64x4(exp64C5)
		steps   [lanes64]uint64
		tails   [lanes64]float64
		scales  [lanes64]uint64
	)
	for len(x) >= lanes64 {
		v := load64(x).Sub(shift)
		if v.Less(limit).And(v.Greater(floor)).ToBits() != 0xf {
			// NaN, or an exponent that needs care.
			expSub64Portable(x[:lanes64], m)
			x = x[lanes64:]
			continue
		}
		k := v.MulAdd(inverse, magic)
		k.AsUint64x4().Store(&steps)
		for i, s := range steps {
			e := &exp64Table[s%exp64Steps]
			tails[i], scales[i] = e.tail, e.scale+s<<(52-exp64Bits)
		}
		kd := k.Sub(magic)
		r := kd.MulAdd(lo, kd.MulAdd(hi, v))
		r2 := r.Mul(r)
		t := r2.MulAdd(r.MulAdd(c3, c2), archsimd.LoadFloat64x4(&tails).Add(r))
		t = r2.Mul(r2).MulAdd(r.MulAdd(c5, c4), t)
		scale := archsimd.LoadUint64x4(&scales).AsFloat64x4()
		scale.MulAdd(t, scale).Store((*[lanes64]float64)(x))
		x = x[lanes64:]
	}
	archsimd.ClearAVXUpperBits()
	expSub64Portable(x, m)
}
