package qwen

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"rowproof/engine/device"
	"rowproof/engine/safetensors"
)

// scanPiece is how much of a tensor one goroutine takes at a time: enough to make
// the sharing free, little enough to share a large tensor. A multiple of 8.
const scanPiece = 4 << 20

// checkFinite refuses the first tensor that holds a NaN or an infinity. All are of
// a known dtype. It reads every byte once: the first forward would do that anyway.
func checkFinite(tensors []safetensors.Tensor) error {
	type piece struct{ tensor, from int }
	var pieces []piece
	for i, t := range tensors {
		for from := 0; from < len(t.Data); from += scanPiece {
			pieces = append(pieces, piece{i, from})
		}
	}
	var next, first atomic.Int64 // first broken piece
	first.Store(int64(len(pieces)))
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(pieces)) {
		group.Go(func() {
			for {
				i := next.Add(1) - 1
				// Pieces are taken in order: whatever is behind a broken one is of no interest.
				if i >= first.Load() {
					return
				}
				t := tensors[pieces[i].tensor]
				from := pieces[i].from
				dtype, _ := dtypeOf(t)
				if finite(t.Data[from:min(from+scanPiece, len(t.Data))], dtype) {
					continue
				}
				for old := first.Load(); i < old && !first.CompareAndSwap(old, i); old = first.Load() {
				}
			}
		})
	}
	group.Wait()
	if first.Load() == int64(len(pieces)) {
		return nil
	}
	bad := pieces[first.Load()]
	t := tensors[bad.tensor]
	dtype, _ := dtypeOf(t)
	from := bad.from / dtype.Size()
	for i, v := range widen(t.Data[bad.from:min(bad.from+scanPiece, len(t.Data))], dtype) {
		if v != v || math.IsInf(float64(v), 0) {
			return refuseTensor(t, "value %d is %v", from+i, v)
		}
	}
	return refuseTensor(t, "changed while it was read")
}

// finite reports whether no value has all bits of its exponent set. It looks at
// eight bytes at a time: the exponents alone, plus one in their last place, carry
// into the sign bit exactly where an exponent is full.
func finite(data []byte, dtype device.DType) bool {
	var exponents, one, carry uint64
	switch dtype {
	case device.F32:
		exponents, one, carry = 0x7f800000_7f800000, 0x00800000_00800000, 0x80000000_80000000
	case device.BF16:
		exponents, one, carry = 0x7f80_7f80_7f80_7f80, 0x0080_0080_0080_0080, 0x8000_8000_8000_8000
	case device.F16:
		exponents, one, carry = 0x7c00_7c00_7c00_7c00, 0x0400_0400_0400_0400, 0x8000_8000_8000_8000
	}
	var full uint64
	for ; len(data) >= 32; data = data[32:] {
		a := binary.LittleEndian.Uint64(data)&exponents + one
		b := binary.LittleEndian.Uint64(data[8:])&exponents + one
		c := binary.LittleEndian.Uint64(data[16:])&exponents + one
		d := binary.LittleEndian.Uint64(data[24:])&exponents + one
		full |= a | b | c | d
	}
	var rest [32]byte
	copy(rest[:], data)
	for i := 0; i < len(rest); i += 8 {
		full |= binary.LittleEndian.Uint64(rest[i:])&exponents + one
	}
	return full&carry == 0
}
