//go:build goexperiment.simd && amd64

package cpu

import (
	"simd/archsimd"
	"unsafe"
)

// vectors says whether this CPU runs the loops below. They multiply and add in
// two roundings, as the portable ones do: a fused product would be another result.
var vectors = archsimd.X86.AVX2()

func dotVector(x, y []float32) float32 {
	xs := blocks(x)
	ys := blocks(y)[:len(xs)]
	sums := archsimd.BroadcastFloat32x8(0)
	for i := range xs {
		sums = sums.Add(archsimd.LoadFloat32x8(&xs[i]).Mul(archsimd.LoadFloat32x8(&ys[i])))
	}
	var s [lanes]float32
	sums.Store(&s)
	archsimd.ClearAVXUpperBits()
	done := len(xs) * lanes
	return fold(&s, x[done:], y[done:])
}

func dot4Vector(x []float32, y *[4][]float32) [4]float32 {
	xs := blocks(x)
	as, bs := blocks(y[0])[:len(xs)], blocks(y[1])[:len(xs)]
	cs, ds := blocks(y[2])[:len(xs)], blocks(y[3])[:len(xs)]
	zero := archsimd.BroadcastFloat32x8(0)
	a, b, c, d := zero, zero, zero, zero
	for i := range xs {
		v := archsimd.LoadFloat32x8(&xs[i])
		a = a.Add(v.Mul(archsimd.LoadFloat32x8(&as[i])))
		b = b.Add(v.Mul(archsimd.LoadFloat32x8(&bs[i])))
		c = c.Add(v.Mul(archsimd.LoadFloat32x8(&cs[i])))
		d = d.Add(v.Mul(archsimd.LoadFloat32x8(&ds[i])))
	}
	var sums [4][lanes]float32
	a.Store(&sums[0])
	b.Store(&sums[1])
	c.Store(&sums[2])
	d.Store(&sums[3])
	archsimd.ClearAVXUpperBits()
	var out [4]float32
	done := len(xs) * lanes
	for j := range out {
		out[j] = fold(&sums[j], x[done:], y[j][done:])
	}
	return out
}

func axpyVector(dst []float32, a float32, x []float32) {
	xs := blocks(x)
	out := blocks(dst)[:len(xs)]
	factor := archsimd.BroadcastFloat32x8(a)
	for i := range xs {
		archsimd.LoadFloat32x8(&out[i]).Add(archsimd.LoadFloat32x8(&xs[i]).Mul(factor)).Store(&out[i])
	}
	archsimd.ClearAVXUpperBits()
	done := len(xs) * lanes
	axpyPortable(dst[done:], a, x[done:])
}

// halves is w in groups of as many 16-bit values as there are lanes: of bytes,
// because weights need not be aligned.
func halves(w []byte) [][2 * lanes]byte {
	if len(w) < 2*lanes {
		return nil
	}
	return unsafe.Slice((*[2 * lanes]byte)(unsafe.Pointer(unsafe.SliceData(w))), len(w)/(2*lanes))
}

// loadHalves puts 16-bit values into the low halves of 32-bit lanes.
func loadHalves(w *[2 * lanes]byte) archsimd.Uint32x8 {
	return archsimd.LoadUint8x16(w).AsUint16x8().ExtendToUint32()
}

func unpackBF16Vector(dst []float32, w []byte) {
	out := blocks(dst)
	ws := halves(w)[:len(out)]
	for i := range out {
		loadHalves(&ws[i]).ShiftAllLeft(16).AsFloat32x8().Store(&out[i])
	}
	archsimd.ClearAVXUpperBits()
	done := len(out) * lanes
	unpackBF16Portable(dst[done:], w[2*done:])
}

// unpackF16Vector moves exponent and mantissa to their float32 places and
// corrects the bias of the exponent. Infinities and NaN get a full exponent;
// zeros and subnormals are integers times 2^-24, a product that is exact.
func unpackF16Vector(dst []float32, w []byte) {
	var (
		low       = archsimd.BroadcastInt32x8(0x7fff)
		top       = archsimd.BroadcastInt32x8(0x8000)
		subnormal = archsimd.BroadcastInt32x8(0x3ff)
		finite    = archsimd.BroadcastInt32x8(0x7bff)
		bias      = archsimd.BroadcastInt32x8(112 << 23)
		full      = archsimd.BroadcastInt32x8(0x7f800000)
		unit      = archsimd.BroadcastFloat32x8(0x1p-24)
	)
	out := blocks(dst)
	ws := halves(w)[:len(out)]
	for i := range out {
		h := loadHalves(&ws[i]).AsInt32x8()
		magnitude := h.And(low)
		wide := magnitude.ShiftAllLeft(13).Add(bias).Or(full.Masked(magnitude.Greater(finite)))
		small := magnitude.ConvertToFloat32().Mul(unit)
		value := wide.AsFloat32x8().Merge(small, magnitude.Greater(subnormal))
		value.AsInt32x8().Or(h.And(top).ShiftAllLeft(16)).AsFloat32x8().Store(&out[i])
	}
	archsimd.ClearAVXUpperBits()
	done := len(out) * lanes
	unpackF16Portable(dst[done:], w[2*done:])
}
