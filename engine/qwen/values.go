package qwen

import (
	"encoding/binary"
	"math"

	"rowproof/engine/device"
	"rowproof/engine/numeric"
	"rowproof/engine/safetensors"
)

// dtypeOf is the dtype of a tensor, if it is one that is computed with.
func dtypeOf(t safetensors.Tensor) (device.DType, bool) {
	switch t.DType {
	case "F32":
		return device.F32, true
	case "BF16":
		return device.BF16, true
	case "F16":
		return device.F16, true
	}
	return 0, false
}

// widen copies a short tensor.
func widen(data []byte, dtype device.DType) []float32 {
	values := make([]float32, len(data)/dtype.Size())
	for i := range values {
		switch dtype {
		case device.F32:
			values[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		case device.BF16:
			values[i] = numeric.BF16ToF32(binary.LittleEndian.Uint16(data[2*i:]))
		case device.F16:
			values[i] = numeric.F16ToF32(binary.LittleEndian.Uint16(data[2*i:]))
		}
	}
	return values
}

// round is the value that a dtype stores.
func round(x float32, dtype device.DType) float32 {
	switch dtype {
	case device.BF16:
		return numeric.BF16ToF32(numeric.F32ToBF16(x))
	case device.F16:
		return numeric.F16ToF32(numeric.F32ToF16(x))
	}
	return x
}

func mean(values []float32) float64 {
	sum := 0.0
	for _, v := range values {
		sum += float64(v)
	}
	return sum / float64(len(values))
}
