package logits

import (
	"fmt"
	"math"
	"sync/atomic"

	"rowproof/engine/numeric"
)

// DType is the storage type of a row. It decides the arithmetic of penalties.
type DType uint8

// The dtypes a model may emit its logits in.
const (
	DTypeF32 DType = iota
	DTypeBF16
	DTypeF16
)

func (d DType) String() string {
	switch d {
	case DTypeF32:
		return "float32"
	case DTypeBF16:
		return "bfloat16"
	case DTypeF16:
		return "float16"
	}
	return fmt.Sprintf("DType(%d)", uint8(d))
}

// Row is one row of logits, shape [vocab], as a forward pass left it. A Row
// takes its values over: the caller must not write to them afterwards.
type Row struct {
	dtype DType
	wide  []float32
	half  []uint16
}

// F32 is a float32 row.
func F32(values []float32) Row { return Row{dtype: DTypeF32, wide: values} }

// BF16 is a bfloat16 row, given as bits.
func BF16(bits []uint16) Row { return Row{dtype: DTypeBF16, half: bits} }

// F16 is an IEEE half-precision row, given as bits.
func F16(bits []uint16) Row { return Row{dtype: DTypeF16, half: bits} }

// Width is the number of logits.
func (r Row) Width() int { return len(r.wide) + len(r.half) }

// at widens one logit exactly.
func (r Row) at(i int) float32 {
	switch r.dtype {
	case DTypeBF16:
		return numeric.BF16ToF32(r.half[i])
	case DTypeF16:
		return numeric.F16ToF32(r.half[i])
	}
	return r.wide[i]
}

// round stores a sum as the row's dtype would and widens it again.
func (r Row) round(f float32) float32 {
	switch r.dtype {
	case DTypeBF16:
		return numeric.BF16ToF32(numeric.F32ToBF16(f))
	case DTypeF16:
		return numeric.F16ToF32(numeric.F32ToF16(f))
	}
	return f
}

// Float32s copies the logits as they left the model, before any penalty, to dst,
// which must have the row's width. It is one full read of the row and no verdict:
// nothing makes a token of it.
func (r Row) Float32s(dst []float32) {
	passes.Add(1)
	if r.dtype == DTypeF32 {
		copy(dst, r.wide)
		return
	}
	for i := range r.half {
		dst[i] = r.at(i)
	}
}

// blockSize is the stretch of a row that is judged at once: small enough that
// finding the winner again inside one block costs next to nothing.
const blockSize = 8192

// block returns the values from..from+blockSize (or the end) as float32: the
// row itself where it already is, else widened into buf.
func (r Row) block(from int, buf *[blockSize]float32) []float32 {
	to := min(from+blockSize, r.Width())
	switch r.dtype {
	case DTypeBF16:
		for i, b := range r.half[from:to] {
			buf[i] = numeric.BF16ToF32(b)
		}
	case DTypeF16:
		for i, b := range r.half[from:to] {
			buf[i] = numeric.F16ToF32(b)
		}
	default:
		return r.wide[from:to]
	}
	return buf[:to-from]
}

// passes counts full walks over a row on the host, for FullReads.
var passes atomic.Uint64

// FullReads is the number of times this process has read a whole row of logits
// on the host: one per check, one more per census of a broken row, one per
// sampled support or host copy. A healthy greedy row is read once.
func FullReads() uint64 { return passes.Load() }

var negInf = math.Inf(-1)
