package checkpoint

import (
	"encoding/binary"
	"math"
)

// Four values a turn: with one, a save spends a third of its time here, not on disk.

func putFloats(dst []byte, values []float32) {
	le := binary.LittleEndian
	for ; len(values) >= 4; values, dst = values[4:], dst[16:] {
		v, d := values[:4], dst[:16]
		le.PutUint32(d[0:4], math.Float32bits(v[0]))
		le.PutUint32(d[4:8], math.Float32bits(v[1]))
		le.PutUint32(d[8:12], math.Float32bits(v[2]))
		le.PutUint32(d[12:16], math.Float32bits(v[3]))
	}
	for i, v := range values {
		le.PutUint32(dst[4*i:], math.Float32bits(v))
	}
}

func getFloats(dst []float32, p []byte) {
	le := binary.LittleEndian
	for ; len(dst) >= 4; dst, p = dst[4:], p[16:] {
		v, d := dst[:4], p[:16]
		v[0] = math.Float32frombits(le.Uint32(d[0:4]))
		v[1] = math.Float32frombits(le.Uint32(d[4:8]))
		v[2] = math.Float32frombits(le.Uint32(d[8:12]))
		v[3] = math.Float32frombits(le.Uint32(d[12:16]))
	}
	for i := range dst {
		dst[i] = math.Float32frombits(le.Uint32(p[4*i:]))
	}
}
