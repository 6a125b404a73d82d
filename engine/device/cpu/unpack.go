package cpu

import (
	"encoding/binary"
	"math"

	"rowproof/engine/numeric"
)

// The unpack functions widen len(dst) little-endian values, exactly.

func unpackF32(dst []float32, w []byte) {
	for i := range dst {
		dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(w[4*i:]))
	}
}

func unpackBF16(dst []float32, w []byte) {
	if vectors {
		unpackBF16Vector(dst, w)
		return
	}
	unpackBF16Portable(dst, w)
}

func unpackBF16Portable(dst []float32, w []byte) {
	w = w[:2*len(dst)]
	for i := range dst {
		dst[i] = numeric.BF16ToF32(binary.LittleEndian.Uint16(w[2*i : 2*i+2]))
	}
}

func unpackF16(dst []float32, w []byte) {
	if vectors {
		unpackF16Vector(dst, w)
		return
	}
	unpackF16Portable(dst, w)
}

func unpackF16Portable(dst []float32, w []byte) {
	for i := range dst {
		dst[i] = numeric.F16ToF32(binary.LittleEndian.Uint16(w[2*i:]))
	}
}
